/* memmem (GNU): the first occurrence of a byte sequence in n bytes. */
int memcmp(const void *a, const void *b, unsigned long n);

void *memmem(const void *s, unsigned long n, const void *part, unsigned long length)
{
    const char *p = s;
    for (unsigned long i = 0; i + length <= n; i++)
        if (memcmp(p + i, part, length) == 0)
            return (void *)(p + i);
    return 0;
}
