/* wcslen, wcscpy, wcscmp, wcschr (C11 7.29.4): wide strings. */
unsigned long wcslen(const int *s)
{
    unsigned long n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

int *wcscpy(int *to, const int *from)
{
    unsigned long i = 0;
    while ((to[i] = from[i]) != 0)
        i++;
    return to;
}

int wcscmp(const int *a, const int *b)
{
    unsigned long i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return (a[i] > b[i]) - (a[i] < b[i]);
}

int *wcschr(const int *s, int c)
{
    for (;; s++) {
        if (*s == c)
            return (int *)s;
        if (*s == 0)
            return 0;
    }
}
