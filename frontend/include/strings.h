/* Case-insensitive comparison and other string functions of POSIX. */
#ifndef _SYMTOOL_STRINGS_H
#define _SYMTOOL_STRINGS_H

#include <stddef.h>

int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t n);
void bzero(void *s, size_t n);
void bcopy(const void *from, void *to, size_t n);
int bcmp(const void *a, const void *b, size_t n);
char *index(const char *s, int c);
char *rindex(const char *s, int c);
int ffs(int n);

int ffsl(long n);
int ffsll(long long n);

typedef struct __locale_struct *locale_t;
int strcasecmp_l(const char *a, const char *b, locale_t locale);
int strncasecmp_l(const char *a, const char *b, size_t n, locale_t locale);

#endif
