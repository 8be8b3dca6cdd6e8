/* The scanf family. */
#include "support.h"
#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

static int by_list(const char *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsscanf(text, format, list);
    va_end(list);
    return n;
}

static int by_file(FILE *file, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vfscanf(file, format, list);
    va_end(list);
    return n;
}

static int from_stdin(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vscanf(format, list);
    va_end(list);
    return n;
}

/* With the function names that glibc's headers use. */
int __isoc99_scanf(const char *format, ...);
int __isoc99_fscanf(FILE *file, const char *format, ...);
int __isoc99_sscanf(const char *text, const char *format, ...);
int __isoc99_vscanf(const char *format, va_list list);
int __isoc99_vfscanf(FILE *file, const char *format, va_list list);
int __isoc99_vsscanf(const char *text, const char *format, va_list list);

static int by_other_list(int which, FILE *file, const char *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = which == 0   ? __isoc99_vsscanf(text, format, list)
            : which == 1 ? __isoc99_vfscanf(file, format, list)
                         : __isoc99_vscanf(format, list);
    va_end(list);
    return n;
}

static void integers(void)
{
    static const char *const texts[] = {"42", "-17", "+5", "  \n\t8", "0x1F", "-0x10", "017", "089", "0", "0x", "0xg", "-", "+", "", " ", "abc", "12abc",
                                        "99999999999", "-99999999999", "99999999999999999999", "-99999999999999999999", "4294967295", "1 2"};
    static const char *const formats[] = {"%d%n", "%i%n", "%u%n", "%o%n", "%x%n", "%X%n", "%3d%n", "%2i%n", "%1x%n"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        for (unsigned j = 0; j < sizeof formats / sizeof *formats; j++) {
            int value = 77, end = -5;
            int n = sscanf(texts[i], formats[j], &value, &end);
            printf("%s %s: %d %d %d\n", texts[i], formats[j], n, value, end);
        }
    signed char tiny = 1;
    short small = 1;
    long large = 1;
    long long larger = 1;
    size_t size = 1;
    unsigned char byte = 1;
    int n = sscanf("300 70000 -5000000000 5000000000 123 511", "%hhd %hd %ld %lld %zu %hhu", &tiny, &small, &large, &larger, &size, &byte);
    printf("%d %d %d %ld %lld %zu %d\n", n, tiny, small, large, larger, size, byte);
    n = sscanf("99999999999999999999 -99999999999999999999 99999999999999999999", "%ld %ld %lu", &large, (long *)&larger, (unsigned long *)&size);
    printf("%d %ld %lld %zu\n", n, large, larger, size);
    void *p = &n, *q = &n;
    n = sscanf("0x1234 (nil)", "%p %p", &p, &q);
    printf("%d %p %d\n", n, p, q == NULL);
    n = sscanf("(nix", "%p", &p);
    printf("%d\n", n);
    n = sscanf("7 8 9", "%*d %d %*d", (int *)&large);
    printf("%d %d\n", n, (int)large);
    int a = 0, b = 0;
    n = sscanf("1 2", "%2$d %1$d", &a, &b);
    printf("%d %d %d\n", n, a, b);
}

static void floats(void)
{
    static const char *const texts[] = {"1.5", "-2.25e3", "1e", "1ex", "1e+", "0x1.8p3", "0x", "0x.8", "0xg", "inf", "-Infinity", "infinit", "nan", "nax", "NAN(1)", ".5", "5.", ".", "-", "",
                                        "1.7976931348623159e308", "1e-400", "0.1", "3.4028236e38", "123456789012345678901234567890", "1.2.3", "12e34e5", "  7"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        float f = 77;
        double d = 77;
        long double l = 77;
        int end = -5;
        int n = sscanf(texts[i], "%f%n", &f, &end);
        printf("%s: %d %a %d", texts[i], n, f, end);
        n = sscanf(texts[i], "%lf%n", &d, &end);
        printf(" %d %a %d", n, d, end);
        n = sscanf(texts[i], "%3lg%n", &d, &end);
        printf(" %d %a %d", n, d, end);
        n = sscanf(texts[i], "%*a%n", &end);
        printf(" %d %d\n", n, end);
        if (i < 2) {
            n = sscanf(texts[i], "%Lf", &l);
            printf("%d %f\n", n, (double)l);
        }
    }
}

static void texts(void)
{
    char a[40] = "", b[40] = "", c[4] = "???";
    int n, end = -1;
    n = sscanf("two words", "%s %s", a, b);
    printf("%d %s %s\n", n, a, b);
    n = sscanf("abcdef", "%3s%s", a, b);
    printf("%d %s %s\n", n, a, b);
    n = sscanf("  xyz", "%c%c%c", c, c + 1, c + 2);
    printf("%d %s\n", n, c);
    n = sscanf("xyz", "%2c%c", c, c + 2);
    printf("%d %s\n", n, c);
    n = sscanf("ab", "%3c", c);
    printf("%d %s\n", n, c);
    n = sscanf("key=value;rest", "%[a-z]=%[^;];%n", a, b, &end);
    printf("%d %s %s %d\n", n, a, b, end);
    n = sscanf("]]-a^", "%[]-]%[a^]", a, b);
    printf("%d %s %s\n", n, a, b);
    n = sscanf("^^x", "%[x^]", a);
    printf("%d %s\n", n, a);
    n = sscanf("abc", "%2[a-z]%[^]]", a, b);
    printf("%d %s %s\n", n, a, b);
    n = sscanf("z-a", "%[z-a]", a);
    printf("%d %s\n", n, a);
    n = sscanf("123", "%[a-z]", a);
    printf("%d\n", n);
    n = sscanf("", "%[a-z]", a);
    printf("%d\n", n);
    n = sscanf("", "%c", a);
    printf("%d\n", n);
    n = sscanf("   ", "%s", a);
    printf("%d\n", n);
    n = sscanf("50 %", "%d %%%n", &end, &end);
    printf("%d %d\n", n, end);
    n = sscanf("50%x", "%d%%y%n", &end, &end);
    printf("%d %d\n", n, end);
    n = sscanf("a b", "a b%n", &end);
    printf("%d %d\n", n, end);
    n = sscanf("a", "ab%n", &end);
    printf("%d\n", n);
    n = sscanf("", "a");
    printf("%d\n", n);
    n = sscanf("x", "a");
    printf("%d\n", n);
    char *made = NULL, *set = NULL, *one = NULL;
    n = sscanf("a-word-that-is-longer-than-the-first-block aaab z", "%ms %m[a] b%mc", &made, &set, &one);
    printf("%d %s %s\n", n, made, set);
    free(made);
    free(set);
    n = sscanf("1,2,3", "%d,%*d,%d", &n, &end);
    printf("%d %d\n", n, end);
    n = sscanf("12", "%");
    printf("%d\n", n);
}

static void streams(void)
{
    char name[] = "/tmp/symtool-XXXXXX", word[20];
    close(mkstemp(name));
    FILE *file = fopen(name, "w+");
    fputs("12 -7x word 3.5\nnext 1 2 3 4 5", file);
    rewind(file);
    int a = 0, b = 0;
    double d = 0;
    int n = fscanf(file, "%d%d", &a, &b);
    printf("%d %d %d\n", n, a, b);
    n = fscanf(file, "%d", &a);
    printf("%d\n", n);
    printf("%d\n", getc(file));
    n = by_file(file, "%s %lf", word, &d);
    printf("%d %s %g\n", n, word, d);
    printf("%ld\n", ftell(file));
    n = __isoc99_fscanf(file, "%s", word);
    printf("%d %s\n", n, word);
    n = by_other_list(1, file, NULL, "%d", &a);
    printf("%d %d\n", n, a);
    while ((n = fscanf(file, "%d", &a)) == 1)
        printf("%d ", a);
    printf("%d %d\n", n, feof(file) != 0);
    fclose(file);
    remove(name);
    n = scanf("%d", &a);
    printf("%d\n", n);
    n = from_stdin("%d", &a);
    printf("%d\n", n);
    n = __isoc99_scanf("%d", &a);
    printf("%d\n", n);
    n = by_other_list(2, NULL, NULL, "%d", &a);
    printf("%d\n", n);
    n = by_list("5 6", "%d %d", &a, &b);
    printf("%d %d %d\n", n, a, b);
    n = __isoc99_sscanf("8", "%d", &a);
    printf("%d %d\n", n, a);
    n = by_other_list(0, NULL, "9", "%d", &a);
    printf("%d %d\n", n, a);
}

int main(void)
{
    integers();
    floats();
    texts();
    streams();
    return 0;
}
