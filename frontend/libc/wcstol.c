/* wcstol, wcstoul and their relatives (C11 7.29.4.1): the number at the start of a wide string, parsed by strtol. */
extern int errno;
void *malloc(unsigned long size);
void free(void *block);
long strtol(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
double strtod(const char *text, char **end);

/* Copies a wide string to a string, up to the first character that occurs in no number. */
static char *narrow(const int *s)
{
    unsigned long n = 0;
    while (s[n] > 0 && s[n] < 128)
        n++;
    char *text = malloc(n + 1);
    if (text == 0)
        return 0;
    for (unsigned long i = 0; i < n; i++)
        text[i] = (char)s[i];
    text[n] = 0;
    return text;
}

static void finish(const int *s, int **end, char *text, char *stop)
{
    /* An invalid base leaves `stop` null. */
    if (end != 0 && stop != 0)
        *end = (int *)s + (stop - text);
    free(text);
}

long wcstol(const int *s, int **end, int base)
{
    char *text = narrow(s), *stop = 0;
    if (text == 0)
        return 0;
    long value = strtol(text, &stop, base);
    finish(s, end, text, stop);
    return value;
}

unsigned long wcstoul(const int *s, int **end, int base)
{
    char *text = narrow(s), *stop = 0;
    if (text == 0)
        return 0;
    unsigned long value = strtoul(text, &stop, base);
    finish(s, end, text, stop);
    return value;
}

long long wcstoll(const int *s, int **end, int base)
{
    return wcstol(s, end, base);
}

unsigned long long wcstoull(const int *s, int **end, int base)
{
    return wcstoul(s, end, base);
}

double wcstod(const int *s, int **end)
{
    char *text = narrow(s), *stop = 0;
    if (text == 0)
        return 0;
    double value = strtod(text, &stop);
    finish(s, end, text, stop);
    return value;
}
