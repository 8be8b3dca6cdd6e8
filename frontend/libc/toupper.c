/* toupper (C11 7.4.2.2): the upper-case letter of a lower-case one. */
int toupper(int c)
{
    return c - (((unsigned)c - 'a' < 26u) << 5);
}
