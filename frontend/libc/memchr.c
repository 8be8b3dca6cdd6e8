/* memchr (C11 7.24.5.1): the first of n bytes that equals c. */
void *memchr(const void *s, int c, unsigned long n)
{
    const unsigned char *p = s;
    for (unsigned long i = 0; i < n; i++)
        if (p[i] == (unsigned char)c)
            return (void *)(p + i);
    return 0;
}
