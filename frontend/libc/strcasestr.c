/* strcasestr (GNU): the first occurrence of a substring, in upper or lower case. */
int tolower(int c);

char *strcasestr(const char *s, const char *part)
{
    for (;; s++) {
        unsigned long i = 0;
        while (part[i] != 0 && tolower((unsigned char)s[i]) == tolower((unsigned char)part[i]))
            i++;
        if (part[i] == 0)
            return (char *)s;
        if (*s == 0)
            return 0;
    }
}
