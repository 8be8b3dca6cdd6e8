/* isdigit (C11 7.4.1.5): a decimal digit. Without a branch, so that a symbolic character does not fork here. */
int isdigit(int c)
{
    return (unsigned)c - '0' < 10u;
}
