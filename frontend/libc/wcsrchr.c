/* wcsrchr, wcsstr, wcspbrk, wcsspn, wcscspn, wcsnlen, wcstok (C11 7.29.4.5, and POSIX): searching in wide strings. */
int *wcschr(const int *s, int c);

int *wcsrchr(const int *s, int c)
{
    const int *found = 0;
    for (;; s++) {
        if (*s == c)
            found = s;
        if (*s == 0)
            return (int *)found;
    }
}

int *wcsstr(const int *s, const int *part)
{
    for (;; s++) {
        unsigned long i = 0;
        while (part[i] != 0 && s[i] == part[i])
            i++;
        if (part[i] == 0)
            return (int *)s;
        if (*s == 0)
            return 0;
    }
}

unsigned long wcsspn(const int *s, const int *set)
{
    unsigned long n = 0;
    while (s[n] != 0 && wcschr(set, s[n]) != 0)
        n++;
    return n;
}

unsigned long wcscspn(const int *s, const int *set)
{
    unsigned long n = 0;
    while (s[n] != 0 && wcschr(set, s[n]) == 0)
        n++;
    return n;
}

int *wcspbrk(const int *s, const int *set)
{
    s += wcscspn(s, set);
    return *s != 0 ? (int *)s : 0;
}

unsigned long wcsnlen(const int *s, unsigned long most)
{
    unsigned long n = 0;
    while (n < most && s[n] != 0)
        n++;
    return n;
}

int *wcstok(int *s, const int *separators, int **rest)
{
    if (s == 0)
        s = *rest;
    if (s == 0)
        return 0;
    s += wcsspn(s, separators);
    if (*s == 0) {
        *rest = 0;
        return 0;
    }
    int *end = s + wcscspn(s, separators);
    *rest = *end != 0 ? end + 1 : 0;
    *end = 0;
    return s;
}
