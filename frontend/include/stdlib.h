/* General utilities (C11 7.22, and POSIX). */
#ifndef _SYMTOOL_STDLIB_H
#define _SYMTOOL_STDLIB_H

#include <stddef.h>
#include <sys/types.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX ((size_t)1)

typedef struct {
    int quot;
    int rem;
} div_t;
typedef struct {
    long quot;
    long rem;
} ldiv_t;
typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
void *reallocarray(void *block, size_t count, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
int posix_memalign(void **block, size_t alignment, size_t size);
void free(void *block);

_Noreturn void abort(void);
_Noreturn void exit(int status);
_Noreturn void _Exit(int status);
_Noreturn void quick_exit(int status);
int atexit(void (*function)(void));
int mblen(const char *from, size_t n);
int mbtowc(wchar_t *restrict to, const char *restrict from, size_t n);
int wctomb(char *to, wchar_t c);
size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t n);
size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t n);
char *getenv(const char *name);
int setenv(const char *name, const char *value, int overwrite);
int unsetenv(const char *name);
int putenv(char *text);
int clearenv(void);
char *secure_getenv(const char *name);
int mkstemp(char *name);
char *mkdtemp(char *name);
char *realpath(const char *restrict name, char *restrict to);
char *canonicalize_file_name(const char *name);
int system(const char *command);
int getsubopt(char **options, char *const *tokens, char **value);

int abs(int n);
long labs(long n);
long long llabs(long long n);
div_t div(int numerator, int denominator);
ldiv_t ldiv(long numerator, long denominator);
lldiv_t lldiv(long long numerator, long long denominator);

int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);
double atof(const char *text);
long strtol(const char *restrict text, char **restrict end, int base);
long long strtoll(const char *restrict text, char **restrict end, int base);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
unsigned long long strtoull(const char *restrict text, char **restrict end, int base);
double strtod(const char *restrict text, char **restrict end);
float strtof(const char *restrict text, char **restrict end);
long double strtold(const char *restrict text, char **restrict end);

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *));

int rand(void);
void srand(unsigned seed);
int rand_r(unsigned *seed);
long random(void);
void srandom(unsigned seed);

void qsort_r(void *base, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *more);
double drand48(void);
double erand48(unsigned short x[3]);
long lrand48(void);
long nrand48(unsigned short x[3]);
long mrand48(void);
long jrand48(unsigned short x[3]);
void srand48(long seed);
unsigned short *seed48(unsigned short x[3]);
void lcong48(unsigned short parameters[7]);

int on_exit(void (*function)(int, void *), void *argument);
int at_quick_exit(void (*function)(void));

#define alloca(size) __builtin_alloca(size)

unsigned arc4random(void);
void arc4random_buf(void *to, size_t size);
unsigned arc4random_uniform(unsigned bound);

typedef struct __locale_struct *locale_t;
double strtod_l(const char *s, char **end, locale_t locale);
float strtof_l(const char *s, char **end, locale_t locale);
long double strtold_l(const char *s, char **end, locale_t locale);
long strtol_l(const char *s, char **end, int base, locale_t locale);
long long strtoll_l(const char *s, char **end, int base, locale_t locale);
unsigned long strtoul_l(const char *s, char **end, int base, locale_t locale);
unsigned long long strtoull_l(const char *s, char **end, int base, locale_t locale);

#endif
