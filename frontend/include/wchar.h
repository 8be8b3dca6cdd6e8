/* Wide characters (C11 7.29, and POSIX): in the C locale each character has one byte. */
#ifndef _SYMTOOL_WCHAR_H
#define _SYMTOOL_WCHAR_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef unsigned wint_t;
typedef struct {
    int __count;
    unsigned __value;
} mbstate_t;
struct tm;

#define WEOF 0xffffffffU

size_t wcslen(const wchar_t *s);
size_t wcsnlen(const wchar_t *s, size_t limit);
wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
int wcscmp(const wchar_t *a, const wchar_t *b);
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n);
int wcscoll(const wchar_t *a, const wchar_t *b);
wchar_t *wcschr(const wchar_t *s, wchar_t c);
wchar_t *wcsrchr(const wchar_t *s, wchar_t c);
wchar_t *wcsstr(const wchar_t *s, const wchar_t *part);
wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set);
size_t wcsspn(const wchar_t *s, const wchar_t *set);
size_t wcscspn(const wchar_t *s, const wchar_t *set);
wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n);
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n);
wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *wmemset(wchar_t *s, wchar_t c, size_t n);
wchar_t *wcsdup(const wchar_t *s);

wint_t btowc(int c);
int wctob(wint_t c);
int mbsinit(const mbstate_t *state);
size_t mbrlen(const char *restrict from, size_t n, mbstate_t *restrict state);
size_t mbrtowc(wchar_t *restrict to, const char *restrict from, size_t n, mbstate_t *restrict state);
size_t wcrtomb(char *restrict to, wchar_t c, mbstate_t *restrict state);
size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t n, mbstate_t *restrict state);
size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t n, mbstate_t *restrict state);
int wcwidth(wchar_t c);
int wcswidth(const wchar_t *s, size_t n);
long wcstol(const wchar_t *restrict s, wchar_t **restrict end, int base);
unsigned long wcstoul(const wchar_t *restrict s, wchar_t **restrict end, int base);

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
int wcscasecmp(const wchar_t *a, const wchar_t *b);
int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n);
size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict separators, wchar_t **restrict rest);
long long wcstoll(const wchar_t *restrict s, wchar_t **restrict end, int base);
unsigned long long wcstoull(const wchar_t *restrict s, wchar_t **restrict end, int base);
double wcstod(const wchar_t *restrict s, wchar_t **restrict end);

#endif
