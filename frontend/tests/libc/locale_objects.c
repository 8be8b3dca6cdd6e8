/* Locale objects, and the functions that take one. */
#include <ctype.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

static void objects(void)
{
    printf("%d\n", uselocale((locale_t)0) == LC_GLOBAL_LOCALE);
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t copy = duplocale(plain);
    printf("%d %d\n", plain != (locale_t)0, copy != (locale_t)0);
    locale_t changed = newlocale(LC_NUMERIC_MASK, "POSIX", copy);
    printf("%d\n", changed != (locale_t)0);
    printf("%d\n", uselocale(changed) == LC_GLOBAL_LOCALE);
    printf("%d\n", uselocale((locale_t)0) == changed);
    printf("%d\n", uselocale(LC_GLOBAL_LOCALE) == changed);
    freelocale(changed);
    errno = 0;
    printf("%d ", newlocale(LC_ALL_MASK, "nowhere", (locale_t)0) == (locale_t)0);
    printf("%d\n", errno == ENOENT);
    printf("%d ", newlocale(1 << 30, "C", (locale_t)0) == (locale_t)0);
    printf("%d\n", errno == EINVAL);
}

static void functions(locale_t l)
{
    for (int c = 0; c < 128; c++)
        printf("%d%d%d%d%d%d%d%d%d%d%d%d %d %d\n", !!isalnum_l(c, l), !!isalpha_l(c, l), !!isblank_l(c, l), !!iscntrl_l(c, l),
               !!isdigit_l(c, l), !!isgraph_l(c, l), !!islower_l(c, l), !!isprint_l(c, l), !!ispunct_l(c, l), !!isspace_l(c, l),
               !!isupper_l(c, l), !!isxdigit_l(c, l), tolower_l(c, l), toupper_l(c, l));
    char *end;
    printf("%g %g %Lg\n", strtod_l("1.5x", &end, l), (double)strtof_l("2.5", NULL, l), strtold_l("3.5", NULL, l));
    printf("%s\n", end);
    printf("%ld %lld %lu %llu\n", strtol_l("-17", NULL, 10, l), strtoll_l("0x1f", NULL, 0, l), strtoul_l("17", NULL, 8, l),
           strtoull_l("11", NULL, 2, l));
    char to[16];
    printf("%d %zu\n", strcoll_l("a", "b", l) < 0, strxfrm_l(to, "abc", sizeof to, l));
    printf("%s %d %d\n", to, strcasecmp_l("ABC", "abc", l), strncasecmp_l("ABx", "aby", 2, l));
    struct tm day = {.tm_year = 126, .tm_mon = 10, .tm_mday = 26};
    printf("%zu\n", strftime_l(to, sizeof to, "%Y-%m-%d", &day, l));
    printf("%s %s %s\n", to, strerror_l(ENOENT, l), nl_langinfo_l(RADIXCHAR, l));
}

int main(void)
{
    objects();
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    functions(plain);
    freelocale(plain);
    return 0;
}
