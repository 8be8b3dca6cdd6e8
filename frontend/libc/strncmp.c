/* strncmp (C11 7.24.4.4): compares at most n characters as unsigned char. */
int strncmp(const char *a, const char *b, unsigned long n)
{
    for (unsigned long i = 0; i < n; i++) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y)
            return x < y ? -1 : 1;
        if (x == 0)
            return 0;
    }
    return 0;
}
