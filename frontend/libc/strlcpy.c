/* strlcpy, strlcat (BSD, POSIX 2024): bounded, null-terminated copies; return the length of the untruncated result. */
unsigned long strlen(const char *s);

unsigned long strlcpy(char *to, const char *from, unsigned long size)
{
    unsigned long i = 0;
    while (i + 1 < size && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    if (size > 0)
        to[i] = 0;
    return i + strlen(from + i);
}

unsigned long strlcat(char *to, const char *from, unsigned long size)
{
    unsigned long n = 0;
    while (n < size && to[n] != 0)
        n++;
    return n + strlcpy(to + n, from, size - n);
}
