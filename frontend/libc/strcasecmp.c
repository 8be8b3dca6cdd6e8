/* strcasecmp, strncasecmp (POSIX): case-insensitive comparison. */
int tolower(int c);

int strncasecmp(const char *a, const char *b, unsigned long n)
{
    for (unsigned long i = 0; i < n; i++) {
        int x = tolower((unsigned char)a[i]), y = tolower((unsigned char)b[i]);
        if (x != y)
            return x - y;
        if (x == 0)
            return 0;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b)
{
    return strncasecmp(a, b, -1UL);
}
