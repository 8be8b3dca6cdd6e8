/* The conversions of <stdlib.h> with a locale (glibc): every locale is the C locale. */
typedef struct __locale_struct *locale_t;
double strtod(const char *s, char **end);
float strtof(const char *s, char **end);
long double strtold(const char *s, char **end);
long strtol(const char *s, char **end, int base);
long long strtoll(const char *s, char **end, int base);
unsigned long strtoul(const char *s, char **end, int base);
unsigned long long strtoull(const char *s, char **end, int base);

double strtod_l(const char *s, char **end, locale_t locale)
{
    (void)locale;
    return strtod(s, end);
}

float strtof_l(const char *s, char **end, locale_t locale)
{
    (void)locale;
    return strtof(s, end);
}

long double strtold_l(const char *s, char **end, locale_t locale)
{
    (void)locale;
    return strtold(s, end);
}

long strtol_l(const char *s, char **end, int base, locale_t locale)
{
    (void)locale;
    return strtol(s, end, base);
}

long long strtoll_l(const char *s, char **end, int base, locale_t locale)
{
    (void)locale;
    return strtoll(s, end, base);
}

unsigned long strtoul_l(const char *s, char **end, int base, locale_t locale)
{
    (void)locale;
    return strtoul(s, end, base);
}

unsigned long long strtoull_l(const char *s, char **end, int base, locale_t locale)
{
    (void)locale;
    return strtoull(s, end, base);
}
