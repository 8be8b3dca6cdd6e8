/* strncpy (C11 7.24.2.4): copies exactly n characters, padded with null characters. */
char *strncpy(char *to, const char *from, unsigned long n)
{
    unsigned long i = 0;
    for (; i < n && from[i] != 0; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}
