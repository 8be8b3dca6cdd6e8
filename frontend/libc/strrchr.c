/* strrchr (C11 7.24.5.5): the last occurrence of c, including the null character; and its old name rindex (POSIX). */
char *strrchr(const char *s, int c)
{
    const char *last = 0;
    for (;; s++) {
        if (*s == (char)c)
            last = s;
        if (*s == 0)
            return (char *)last;
    }
}

char *rindex(const char *s, int c)
{
    return strrchr(s, c);
}
