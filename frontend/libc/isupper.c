/* isupper (C11 7.4.1.11): an upper-case letter. */
int isupper(int c)
{
    return (unsigned)c - 'A' < 26u;
}
