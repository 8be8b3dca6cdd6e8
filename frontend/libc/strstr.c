/* strstr (C11 7.24.5.7): the first occurrence of a substring. */
char *strstr(const char *s, const char *part)
{
    for (;; s++) {
        unsigned long i = 0;
        while (part[i] != 0 && s[i] == part[i])
            i++;
        if (part[i] == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}
