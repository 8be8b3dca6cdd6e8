/* Wide characters (C11 7.29), the basic part. */
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

#define WEOF 0xffffffffU

size_t wcslen(const wchar_t *s);
wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from);
int wcscmp(const wchar_t *a, const wchar_t *b);
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n);
wchar_t *wcschr(const wchar_t *s, wchar_t c);
wchar_t *wcsrchr(const wchar_t *s, wchar_t c);
wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
wchar_t *wmemset(wchar_t *s, wchar_t c, size_t n);

#endif
