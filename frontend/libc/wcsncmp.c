/* wcsncmp, wcscoll, wcscasecmp, wcsncasecmp, wcsxfrm (C11 7.29.4.4, and POSIX): comparison of wide strings. */
int wcscmp(const int *a, const int *b);
unsigned towlower(unsigned c);
unsigned long wcslen(const int *s);

int wcsncmp(const int *a, const int *b, unsigned long n)
{
    for (unsigned long i = 0; i < n; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (a[i] == 0)
            break;
    }
    return 0;
}

int wcscoll(const int *a, const int *b)
{
    return wcscmp(a, b);
}

int wcsncasecmp(const int *a, const int *b, unsigned long n)
{
    for (unsigned long i = 0; i < n; i++) {
        int x = (int)towlower((unsigned)a[i]), y = (int)towlower((unsigned)b[i]);
        if (x != y)
            return x < y ? -1 : 1;
        if (x == 0)
            break;
    }
    return 0;
}

int wcscasecmp(const int *a, const int *b)
{
    return wcsncasecmp(a, b, -1UL);
}

unsigned long wcsxfrm(int *to, const int *from, unsigned long n)
{
    for (unsigned long i = 0; i < n; i++) {
        to[i] = from[i];
        if (from[i] == 0)
            break;
    }
    return wcslen(from);
}
