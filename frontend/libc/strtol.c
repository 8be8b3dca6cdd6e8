/* strtol, strtoul and their relatives (C11 7.22.1.4, 7.8.2.3): a number in a given base. */
extern int errno;

/* Returns the value of a digit or letter; 36 for other characters. */
static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

/* Parses sign, prefix and digits. The magnitude saturates at the largest value, and *overflow is set. */
static unsigned long magnitude(const char *text, char **end, int base, int *negative, int *overflow)
{
    const char *s = text;
    unsigned long value = 0;
    int any = 0;
    *negative = 0;
    *overflow = 0;
    if (base < 0 || base == 1 || base > 36) {
        errno = 22; /* *end is not set */
        return 0;
    }
    while (*s == ' ' || (*s >= 9 && *s <= 13))
        s++;
    if (*s == '+' || *s == '-') {
        *negative = *s == '-';
        s++;
    }
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit(s[2]) < 16) {
        s += 2;
        base = 16;
    }
    if (base == 0)
        base = *s == '0' ? 8 : 10;
    while (digit(*s) < base) {
        unsigned long next = (unsigned long)digit(*s);
        if (value > (-1UL - next) / (unsigned long)base)
            *overflow = 1;
        value = value * (unsigned long)base + next;
        any = 1;
        s++;
    }
    if (end != 0)
        *end = (char *)(any ? s : text);
    if (*overflow)
        value = -1UL;
    return value;
}

long strtol(const char *text, char **end, int base)
{
    int negative, overflow;
    unsigned long value = magnitude(text, end, base, &negative, &overflow);
    unsigned long limit = (1UL << 63) - !negative;
    if (value > limit) {
        errno = 34;
        value = limit;
    }
    return (long)(negative ? -value : value);
}

unsigned long strtoul(const char *text, char **end, int base)
{
    int negative, overflow;
    unsigned long value = magnitude(text, end, base, &negative, &overflow);
    if (overflow) {
        errno = 34;
        return value;
    }
    return negative ? -value : value;
}

long long strtoll(const char *text, char **end, int base)
{
    return strtol(text, end, base);
}

unsigned long long strtoull(const char *text, char **end, int base)
{
    return strtoul(text, end, base);
}

long strtoimax(const char *text, char **end, int base)
{
    return strtol(text, end, base);
}

unsigned long strtoumax(const char *text, char **end, int base)
{
    return strtoul(text, end, base);
}
