/* memrchr (GNU): the last of n bytes that equals c. */
void *memrchr(const void *s, int c, unsigned long n)
{
    const unsigned char *p = s;
    for (unsigned long i = n; i > 0; i--)
        if (p[i - 1] == (unsigned char)c)
            return (void *)(p + i - 1);
    return 0;
}
