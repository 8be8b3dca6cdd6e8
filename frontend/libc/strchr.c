/* strchr (C11 7.24.5.2): the first occurrence of c, including the null character; and its old name index (POSIX). */
char *strchr(const char *s, int c)
{
    for (;; s++) {
        if (*s == (char)c)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}

char *index(const char *s, int c)
{
    return strchr(s, c);
}
