/* memcmp (C11 7.24.4.1): compares n bytes as unsigned char; and its old name bcmp (POSIX). */
int memcmp(const void *a, const void *b, unsigned long n)
{
    const unsigned char *p = a, *q = b;
    for (unsigned long i = 0; i < n; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

int bcmp(const void *a, const void *b, unsigned long n)
{
    return memcmp(a, b, n);
}
