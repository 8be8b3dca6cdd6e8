/* Functions of wchar.h and wctype.h that the driver wide_strings.c does not call. */
#include "support.h"
#include <errno.h>
#include <wchar.h>
#include <wctype.h>

static void random_wide(wchar_t *to, unsigned most)
{
    unsigned n = below(most + 1);
    for (unsigned i = 0; i < n; i++)
        to[i] = L"abAB\x4e00"[below(5)];
    to[n] = 0;
}

static void copies(const wchar_t *from)
{
    wchar_t buffer[40];
    for (unsigned n = 0; n < 8; n++) {
        wmemset(buffer, L'x', COUNT(buffer));
        add(offset(wcsncpy(buffer, from, n), buffer));
        add(offset(wcpncpy(buffer + 10, from, n), buffer));
        buffer[30] = 0;
        add(offset(wcsncat(buffer + 29, from, n), buffer));
        add(wcsxfrm(NULL, from, 0));
        add_bytes(buffer, sizeof buffer);
        wmemmove(buffer + 3, buffer + 1, 8);
        add(offset(wmempcpy(buffer, from, n > wcslen(from) ? wcslen(from) : n), buffer));
        add_bytes(buffer, sizeof buffer);
        add(wcsnlen(from, n));
    }
    add(offset(wcpcpy(buffer, from), buffer));
    add(offset(wcscat(buffer, from), buffer));
    add_bytes(buffer, 2 * 4 * wcslen(from));
    add(wcsxfrm(buffer + 20, from, 15));
    add_bytes(buffer + 20, 4 * wcslen(from));
    wchar_t *copy = wcsdup(from);
    add(wcscmp(copy, from) == 0);
    free(copy);
}

static void numbers(const wchar_t *s)
{
    static const int bases[] = {0, 10, 16, 36, 1};
    for (unsigned i = 0; i < COUNT(bases); i++) {
        wchar_t *end = NULL;
        errno = 0;
        printf("%ld ", wcstol(s, &end, bases[i]));
        printf("%ld %d ", offset(end, s), errno);
        end = NULL;
        printf("%lu ", wcstoul(s, &end, bases[i]));
        printf("%ld ", offset(end, s));
        printf("%lld %llu ", wcstoll(s, NULL, bases[i]), wcstoull(s, NULL, bases[i]));
    }
    wchar_t *end;
    printf("%a ", wcstod(s, &end));
    printf("%ld\n", offset(end, s));
}

int main(void)
{
    static const char *const classes[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit", "none"};
    for (int i = 0; i < 300; i++) {
        wchar_t a[12], b[6];
        random_wide(a, 11);
        random_wide(b, 1 + (unsigned)i % 5);
        copies(b);
        add(sign(wcsncmp(a, b, below(5))));
        add(sign(wcscoll(a, b)));
        add(sign(wcscasecmp(a, b)));
        add(sign(wcsncasecmp(a, b, below(5))));
        add(offset(wcsrchr(a, b[0]), a));
        add(offset(wcsstr(a, b), a));
        add(wcsspn(a, b));
        add(wcscspn(a, b));
        add(offset(wcspbrk(a, b), a));
        add(offset(wmemchr(a, L'A', wcslen(a)), a));
        unsigned long n = wcslen(a) < wcslen(b) ? wcslen(a) : wcslen(b);
        add(sign(wmemcmp(a, b, n)));
        wchar_t target[12];
        add(offset(wmemcpy(target, a, wcslen(a)), target));
        add_bytes(target, 4 * wcslen(a));
        wchar_t *rest;
        for (wchar_t *s = wcstok(a, b, &rest); s != NULL; s = wcstok(NULL, b, &rest)) {
            add(offset(s, a));
            add(wcslen(s));
        }
    }
    report("random");
    numbers(L"  -12ab");
    numbers(L"0x1fg");
    numbers(L"99999999999999999999");
    numbers(L"1.5e3\x4e00");
    numbers(L"");
    for (wint_t c = 0; c < 300; c++) {
        unsigned mask = 0;
        for (unsigned i = 0; i < COUNT(classes); i++)
            mask = mask * 2 + !!iswctype(c, wctype(classes[i]));
        printf("%x %x %x ", mask, towctrans(c, wctrans("tolower")), towctrans(c, wctrans("toupper")));
    }
    printf("%d %d\n", wctype("none") == 0, wctrans("none") == NULL);
    return 0;
}
