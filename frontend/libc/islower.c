/* islower (C11 7.4.1.7): a lower-case letter. */
int islower(int c)
{
    return (unsigned)c - 'a' < 26u;
}
