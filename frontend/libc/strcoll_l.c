/* The functions of <string.h>, <time.h> and <langinfo.h> with a locale (POSIX): every locale is the C locale. */
typedef struct __locale_struct *locale_t;
struct tm;
int strcoll(const char *a, const char *b);
unsigned long strxfrm(char *to, const char *from, unsigned long n);
int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, unsigned long n);
char *strerror(int number);
unsigned long strftime(char *to, unsigned long size, const char *format, const struct tm *time);
char *nl_langinfo(int item);

int strcoll_l(const char *a, const char *b, locale_t locale)
{
    (void)locale;
    return strcoll(a, b);
}

unsigned long strxfrm_l(char *to, const char *from, unsigned long n, locale_t locale)
{
    (void)locale;
    return strxfrm(to, from, n);
}

int strcasecmp_l(const char *a, const char *b, locale_t locale)
{
    (void)locale;
    return strcasecmp(a, b);
}

int strncasecmp_l(const char *a, const char *b, unsigned long n, locale_t locale)
{
    (void)locale;
    return strncasecmp(a, b, n);
}

char *strerror_l(int number, locale_t locale)
{
    (void)locale;
    return strerror(number);
}

unsigned long strftime_l(char *to, unsigned long size, const char *format, const struct tm *time, locale_t locale)
{
    (void)locale;
    return strftime(to, size, format, time);
}

char *nl_langinfo_l(int item, locale_t locale)
{
    (void)locale;
    return nl_langinfo(item);
}
