/* tolower (C11 7.4.2.1): the lower-case letter of an upper-case one. */
int tolower(int c)
{
    return c + (((unsigned)c - 'A' < 26u) << 5);
}
