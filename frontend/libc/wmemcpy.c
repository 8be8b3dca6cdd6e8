/* wmemcpy, wmemmove, wmempcpy, wmemset, wmemchr, wmemcmp (C11 7.29.4, and GNU): arrays of wide characters. */
void *memmove(void *to, const void *from, unsigned long n);

int *wmemmove(int *to, const int *from, unsigned long n)
{
    return memmove(to, from, n * sizeof *to);
}

int *wmemcpy(int *to, const int *from, unsigned long n)
{
    return memmove(to, from, n * sizeof *to);
}

int *wmempcpy(int *to, const int *from, unsigned long n)
{
    return wmemcpy(to, from, n) + n;
}

int *wmemset(int *s, int c, unsigned long n)
{
    for (unsigned long i = 0; i < n; i++)
        s[i] = c;
    return s;
}

int *wmemchr(const int *s, int c, unsigned long n)
{
    for (unsigned long i = 0; i < n; i++)
        if (s[i] == c)
            return (int *)s + i;
    return 0;
}

int wmemcmp(const int *a, const int *b, unsigned long n)
{
    for (unsigned long i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}
