/* isgraph (C11 7.4.1.6): a printing character except space. */
int isgraph(int c)
{
    return (unsigned)c - 33u < 94u;
}
