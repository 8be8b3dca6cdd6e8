/* strnlen (POSIX): strlen that reads at most n characters. */
unsigned long strnlen(const char *s, unsigned long n)
{
    unsigned long i = 0;
    while (i < n && s[i] != 0)
        i++;
    return i;
}
