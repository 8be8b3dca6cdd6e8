/* strlen (C11 7.24.6.3): the number of characters before the terminating null character. */
unsigned long strlen(const char *s)
{
    unsigned long n = 0;
    while (s[n] != 0)
        n++;
    return n;
}
