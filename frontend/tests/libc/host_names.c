/* The functions that glibc's headers call for character classes, errno and (in newer versions) strtol and scanf. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const unsigned short **__ctype_b_loc(void);
const int **__ctype_tolower_loc(void);
const int **__ctype_toupper_loc(void);
int *__errno_location(void);

#ifdef __SYMTOOL__
long __isoc23_strtol(const char *text, char **end, int base);
long long __isoc23_strtoll(const char *text, char **end, int base);
unsigned long __isoc23_strtoul(const char *text, char **end, int base);
unsigned long long __isoc23_strtoull(const char *text, char **end, int base);
intmax_t __isoc23_strtoimax(const char *text, char **end, int base);
uintmax_t __isoc23_strtoumax(const char *text, char **end, int base);
int __isoc23_scanf(const char *format, ...);
int __isoc23_fscanf(FILE *file, const char *format, ...);
int __isoc23_sscanf(const char *text, const char *format, ...);
int __isoc23_vscanf(const char *format, va_list list);
int __isoc23_vfscanf(FILE *file, const char *format, va_list list);
int __isoc23_vsscanf(const char *text, const char *format, va_list list);
#else /* older glibc versions lack these functions; they differ for binary numbers only */
#define __isoc23_strtol strtol
#define __isoc23_strtoll strtoll
#define __isoc23_strtoul strtoul
#define __isoc23_strtoull strtoull
#define __isoc23_strtoimax strtoimax
#define __isoc23_strtoumax strtoumax
#define __isoc23_scanf scanf
#define __isoc23_fscanf fscanf
#define __isoc23_sscanf sscanf
#define __isoc23_vscanf vscanf
#define __isoc23_vfscanf vfscanf
#define __isoc23_vsscanf vsscanf
#endif

static void tables(void)
{
    for (int c = -128; c < 256; c++)
        printf("%d %d %d\n", (*__ctype_b_loc())[c], (*__ctype_tolower_loc())[c], (*__ctype_toupper_loc())[c]);
}

#define SHOW(type, format, function)                                                                                   \
    do {                                                                                                               \
        type value = function(text, &end, base);                                                                       \
        printf(" " format " %ld", value, (long)(end - text));                                                          \
    } while (0)

static void numbers(const char *text, int base)
{
    char *end;
    *__errno_location() = 0;
    printf("%s %d:", text, base);
    SHOW(long, "%ld", __isoc23_strtol);
    SHOW(long long, "%lld", __isoc23_strtoll);
    SHOW(unsigned long, "%lu", __isoc23_strtoul);
    SHOW(unsigned long long, "%llu", __isoc23_strtoull);
    SHOW(intmax_t, "%jd", __isoc23_strtoimax);
    SHOW(uintmax_t, "%ju", __isoc23_strtoumax);
    printf(" %d %d\n", *__errno_location(), errno);
}

static int from_text(const char *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = __isoc23_vsscanf(text, format, list);
    va_end(list);
    return n;
}

static int from_file(FILE *file, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = file == stdin ? __isoc23_vscanf(format, list) : __isoc23_vfscanf(file, format, list);
    va_end(list);
    return n;
}

int main(void)
{
    tables();
    const char *texts[] = {"0", " -12x", "+0x1fz", "017", "99999999999999999999", "-9223372036854775809", "zz", ""};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int base = 0; base < 37; base += 8)
            numbers(texts[i], base);
    int a = 0, n;
    char word[9] = "";
    n = __isoc23_sscanf("12 apples", "%d %8s", &a, word);
    printf("%d %d %s\n", n, a, word);
    n = from_text("ff%x", "%x%%%1s", (unsigned *)&a, word);
    printf("%d %d %s\n", n, a, word);
    FILE *file = tmpfile();
    if (file == 0)
        return 1;
    fputs("7 8 nine", file);
    rewind(file);
    n = __isoc23_fscanf(file, "%d", &a);
    printf("%d %d\n", n, a);
    n = from_file(file, "%d %[a-z]", &a, word);
    printf("%d %d %s\n", n, a, word);
    n = __isoc23_scanf("%d", &a);
    printf("%d\n", n);
    n = from_file(stdin, "%d", &a);
    printf("%d\n", n);
    return 0;
}
