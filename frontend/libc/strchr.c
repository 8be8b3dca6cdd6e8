/* strchr (C11 7.24.5.2): the first place of c, the null character included; and index (POSIX), its old name. */
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
