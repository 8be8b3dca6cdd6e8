/* isxdigit (C11 7.4.1.12): a hexadecimal digit. */
int isxdigit(int c)
{
    return ((unsigned)c - '0' < 10u) | (((unsigned)c | 32u) - 'a' < 6u);
}
