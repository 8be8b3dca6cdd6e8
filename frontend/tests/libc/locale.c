/* The C locale: its properties, multibyte and wide characters. */
#include "support.h"
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static void characters(void)
{
    mbstate_t state;
    for (int c = 0; c < 256; c++) {
        char byte = (char)c, back[8];
        wchar_t wide = -5;
        memset(&state, 0, sizeof state);
        errno = 0;
        long got = (long)mbrtowc(&wide, &byte, 1, &state);
        printf("%d: %ld %d %d", c, got, (int)wide, errno);
        printf(" %ld", (long)mbrlen(&byte, 1, &state));
        printf(" %d %d", mblen(&byte, 1), mbtowc(&wide, &byte, 1));
        errno = 0;
        got = (long)wcrtomb(back, c, &state);
        printf(" %ld %d", got, errno);
        printf(" %d %u %d\n", wctomb(back, c), btowc(c), wctob((wint_t)c));
    }
    printf("%ld %ld %d %d\n", (long)mbrtowc(NULL, "a", 0, NULL), (long)mbrtowc(NULL, NULL, 0, NULL), mblen(NULL, 0),
           mbsinit(NULL));
    printf("%ld %d %u\n", (long)wcrtomb(NULL, 0, NULL), wctomb(NULL, 0), btowc(-1));
    printf("%ld\n", (long)mbtowc(NULL, "a", 0));
}

static void strings(void)
{
    wchar_t wide[8];
    char narrow[8];
    const char *from = "hello";
    printf("%ld ", (long)mbsrtowcs(NULL, &from, 0, NULL));
    printf("%ld ", (long)mbsrtowcs(wide, &from, 3, NULL));
    printf("%d ", *from);
    printf("%ld ", (long)mbsrtowcs(wide, &from, 8, NULL));
    printf("%d\n", from == NULL);
    from = "a\xff";
    printf("%ld ", (long)mbsrtowcs(wide, &from, 8, NULL));
    printf("%d\n", *from & 255);
    printf("%ld %ld %ld\n", (long)mbstowcs(wide, "wide", 8), (long)mbstowcs(NULL, "wide", 0),
           (long)mbstowcs(wide, "\x80", 8));
    printf("%ld %s\n", (long)wcstombs(narrow, L"back", 8), "");
    printf("%s %ld\n", narrow, (long)wcstombs(NULL, L"back", 0));
    printf("%ld\n", (long)wcstombs(narrow, L"xa", 1));
    printf("%s\n", narrow);
    printf("%ld\n", (long)wcstombs(narrow, L"\x100", 8));
}

static void classes(void)
{
    for (unsigned c = 0; c < 300; c++)
        printf("%u: %d%d%d%d%d%d%d%d%d%d%d%d %u %u %d\n", c, !!iswalnum(c), !!iswalpha(c), !!iswblank(c),
               !!iswcntrl(c), !!iswdigit(c), !!iswgraph(c), !!iswlower(c), !!iswprint(c), !!iswpunct(c),
               !!iswspace(c), !!iswupper(c), !!iswxdigit(c), towlower(c), towupper(c), wcwidth((wchar_t)c));
}

int main(void)
{
    printf("%s %s %s %d\n", setlocale(LC_ALL, ""), setlocale(LC_CTYPE, NULL), setlocale(LC_ALL, "POSIX"),
           setlocale(LC_ALL, "nowhere") == NULL);
    printf("%d\n", setlocale(99, "C") == NULL);
    struct lconv *facts = localeconv();
    printf("[%s][%s][%s] %d %d %d\n", facts->decimal_point, facts->thousands_sep, facts->negative_sign,
           facts->frac_digits, facts->p_cs_precedes, facts->int_n_sign_posn);
    printf("[%s][%s][%s][%s][%s][%s]\n", nl_langinfo(CODESET), nl_langinfo(RADIXCHAR), nl_langinfo(THOUSEP),
           nl_langinfo(YESEXPR), nl_langinfo(NOEXPR), nl_langinfo(CRNCYSTR));
    characters();
    strings();
    classes();
    return 0;
}
