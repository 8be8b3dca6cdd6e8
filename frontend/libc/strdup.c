/* strdup, strndup (POSIX): a copy of a string, allocated with malloc. */
void *malloc(unsigned long size);
void *memcpy(void *to, const void *from, unsigned long n);
unsigned long strlen(const char *s);
unsigned long strnlen(const char *s, unsigned long n);

static char *copy(const char *s, unsigned long n)
{
    char *to = malloc(n + 1);
    if (to != 0) {
        memcpy(to, s, n);
        to[n] = 0;
    }
    return to;
}

char *strdup(const char *s)
{
    return copy(s, strlen(s));
}

char *strndup(const char *s, unsigned long n)
{
    return copy(s, strnlen(s, n));
}
