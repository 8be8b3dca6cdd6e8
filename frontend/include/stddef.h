/* Common definitions (C11 7.19) for the LP64 x86-64 model. */
#ifndef _SYMTOOL_STDDEF_H
#define _SYMTOOL_STDDEF_H

typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef int wchar_t;

typedef struct {
    long long __longest;
    long double __widest;
} max_align_t;

#ifndef NULL
#define NULL ((void *)0)
#endif

#define offsetof(type, member) __builtin_offsetof(type, member)

#endif
