/* The bytes of a long double are the 80 bits of x86-64. */
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

union view {
    long double value;
    struct {
        unsigned long significand;
        unsigned short high;
    } part;
};

static long double global[] = {0, -0.0L, 1, -1.5L, 0x1p-1074L, 0x1.8p-1060L, 0x1p1000L, 1.0L / 0.0L};
static const struct { char c; long double x; } pair = {'p', 2.25L};

static void show(long double x)
{
    union view v;
    memset(&v, 0, sizeof v);
    v.value = x;
    printf("%016lx %04x\n", v.part.significand, v.part.high);
}

static long double sum(int n, ...)
{
    long double total = 0;
    va_list list;
    va_start(list, n);
    while (n-- > 0)
        total += va_arg(list, long double);
    va_end(list);
    return total;
}

static void bump(long double *x, long double by)
{
    *x += by;
    (*x)++;
}

int main(void)
{
    for (unsigned i = 0; i < sizeof global / sizeof *global; i++)
        show(global[i]);
    show(pair.x);
    union view v;
    static const unsigned short highs[] = {16383, 0x8000 | 16383, 16383 - 1022, 16383 + 1023, 16383 - 1074, 16320};
    for (unsigned i = 0; i < sizeof highs / sizeof *highs; i++) {
        v.part.significand = 1UL << 63;
        v.part.high = highs[i];
        double d = (double)v.value;
        printf("%a\n", d);
        show(v.value);
    }
    v.part.significand = 0xc000000000000000;
    v.part.high = 16383 + 5;
    printf("%a %d\n", (double)v.value, (int)v.value);
    v.part.high = 0x7fff;
    printf("%d\n", isnan(v.value) != 0);
    v.part.significand = 1UL << 63;
    printf("%d %d\n", isinf(v.value) != 0, v.value > 0);

    long double a[3] = {1, 2.5L, -3}, b[3], x = 41.5L;
    memcpy(b, a, sizeof a);
    bump(&x, b[1]);
    bump(&b[2], x);
    show(x);
    show(b[2]);
    show(sum(3, b[0], (long double)7, -0.5L));
    long double _Complex z = __builtin_complex(1.5L, -2.0L), w = z * z;
    show(__real__ w);
    show(__imag__ w);
    w = w / z;
    show(__real__ w);
    show(__imag__ w);
    struct { long double x; int i; } s = {0.125L, 7}, t = s;
    t.x *= 4;
    show(t.x);
    show(s.x);
    printf("%zu %d %d\n", sizeof s, (int)__alignof__(long double), LDBL_MANT_DIG);
    printf("%d %d\n", isnormal(0x1p-1074L) != 0, isnormal(0x1p-1074) != 0);
    return memcmp(&a[0], &b[0], 10) != 0;
}
