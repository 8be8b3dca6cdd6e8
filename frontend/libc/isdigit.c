/* isdigit (C11 7.4.1.5): a decimal digit. There is no branch, so a symbolic character causes no fork. */
int isdigit(int c)
{
    return (unsigned)c - '0' < 10u;
}
