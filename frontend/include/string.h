/* String handling (C11 7.24, and POSIX). */
#ifndef _SYMTOOL_STRING_H
#define _SYMTOOL_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *s, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *s, int c, size_t n);
void *memrchr(const void *s, int c, size_t n);
void *mempcpy(void *restrict to, const void *restrict from, size_t n);
void *memmem(const void *s, size_t n, const void *part, size_t length);

char *strcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t n);
char *stpcpy(char *restrict to, const char *restrict from);
char *strcat(char *restrict to, const char *restrict from);
char *strncat(char *restrict to, const char *restrict from, size_t n);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
int strcoll(const char *a, const char *b);
size_t strxfrm(char *restrict to, const char *restrict from, size_t n);
char *strchr(const char *s, int c);
char *strchrnul(const char *s, int c);
char *strrchr(const char *s, int c);
size_t strspn(const char *s, const char *set);
size_t strcspn(const char *s, const char *set);
char *strpbrk(const char *s, const char *set);
char *strstr(const char *s, const char *part);
char *strcasestr(const char *s, const char *part);
char *strtok(char *restrict s, const char *restrict separators);
char *strtok_r(char *restrict s, const char *restrict separators, char **restrict rest);
char *strsep(char **s, const char *separators);
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t n);
char *strdup(const char *s);
char *strndup(const char *s, size_t n);
char *strerror(int number);

char *strerror_r(int number, char *to, size_t size);
char *strsignal(int number);
int strverscmp(const char *a, const char *b);
char *stpncpy(char *restrict to, const char *restrict from, size_t n);
size_t strlcpy(char *restrict to, const char *restrict from, size_t size);
size_t strlcat(char *restrict to, const char *restrict from, size_t size);
void *memccpy(void *restrict to, const void *restrict from, int c, size_t n);
void *memfrob(void *s, size_t n);
void *rawmemchr(const void *s, int c);
void explicit_bzero(void *s, size_t n);
/* If libgen.h is included, its basename (POSIX) is used instead of the GNU function. */
#ifndef basename
char *basename(const char *path);
#endif

#define strdupa(s)                                                                                 \
    __extension__({                                                                                \
        const char *__old = (s);                                                                   \
        size_t __size = strlen(__old) + 1;                                                         \
        char *__new = __builtin_alloca(__size);                                                    \
        (char *)memcpy(__new, __old, __size);                                                      \
    })
#define strndupa(s, n)                                                                             \
    __extension__({                                                                                \
        const char *__old = (s);                                                                   \
        size_t __length = strnlen(__old, n);                                                       \
        char *__new = __builtin_alloca(__length + 1);                                              \
        __new[__length] = 0;                                                                       \
        (char *)memcpy(__new, __old, __length);                                                    \
    })

#include <strings.h>

typedef struct __locale_struct *locale_t;
int strcoll_l(const char *a, const char *b, locale_t locale);
size_t strxfrm_l(char *to, const char *from, size_t n, locale_t locale);
char *strerror_l(int number, locale_t locale);

#endif
