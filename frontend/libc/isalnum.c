/* isalnum (C11 7.4.1.1): a letter or a digit. */
int isalnum(int c)
{
    return (((unsigned)c | 32u) - 'a' < 26u) | ((unsigned)c - '0' < 10u);
}
