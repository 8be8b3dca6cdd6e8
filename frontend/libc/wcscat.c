/* wcscat, wcsncpy, wcsncat, wcpcpy, wcpncpy, wcsdup (C11 7.29.4.2, 7.29.4.3, and POSIX): copying of wide strings. */
void *malloc(unsigned long size);
unsigned long wcslen(const int *s);

int *wcpcpy(int *to, const int *from)
{
    while ((*to = *from++) != 0)
        to++;
    return to;
}

int *wcscat(int *to, const int *from)
{
    wcpcpy(to + wcslen(to), from);
    return to;
}

int *wcpncpy(int *to, const int *from, unsigned long n)
{
    unsigned long i = 0, end;
    while (i < n && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    end = i;
    for (; i < n; i++)
        to[i] = 0;
    return to + end;
}

int *wcsncpy(int *to, const int *from, unsigned long n)
{
    wcpncpy(to, from, n);
    return to;
}

int *wcsncat(int *to, const int *from, unsigned long n)
{
    int *end = to + wcslen(to);
    unsigned long i = 0;
    while (i < n && from[i] != 0) {
        end[i] = from[i];
        i++;
    }
    end[i] = 0;
    return to;
}

int *wcsdup(const int *s)
{
    int *copy = malloc((wcslen(s) + 1) * sizeof *s);
    if (copy != 0)
        wcpcpy(copy, s);
    return copy;
}
