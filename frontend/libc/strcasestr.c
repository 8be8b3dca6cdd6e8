/* strcasestr (GNU): case-insensitive strstr. */
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
