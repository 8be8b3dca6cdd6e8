/* Functions of doubles that are exact: bit for bit. */
#include "support.h"
#include <math.h>

static unsigned long bits(double x)
{
    unsigned long u;
    if (x != x)
        return 0x7ff8000000000000UL;
    memcpy(&u, &x, sizeof u);
    return u;
}

static unsigned float_bits(float x)
{
    unsigned u;
    if (x != x)
        return 0x7fc00000u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static double special(unsigned i)
{
    static const double values[] = {0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, 0.49999999999999994, -0.49999999999999994, 4503599627370495.5,
        4503599627370496.0, 4503599627370497.0, -4503599627370495.5, 9007199254740993.0, 1e300, -1e300, 5e-324, -5e-324,
        2.2250738585072014e-308, 1e-310, 1.7976931348623157e308, 3.0, -7.25, 1e17, 123456.789, 1.0, -1.0, 2147483648.5, INFINITY, -INFINITY, NAN};
    return i < COUNT(values) ? values[i] : 0;
}

static double other(void)
{
    unsigned long u = any();
    double x;
    if (below(2))
        u = (u & 0x800fffffffffffffUL) | ((unsigned long)(1023 - 3 + below(60)) << 52);
    memcpy(&x, &u, sizeof x);
    return x;
}

static void one(double x)
{
    add(bits(floor(x)));
    add(bits(ceil(x)));
    add(bits(trunc(x)));
    add(bits(fabs(x)));
    add(float_bits(fabsf((float)x)));
}

static void two(double x, double y)
{
    add(bits(copysign(x, y)));
    if ((float)x != (float)y || signbit(x) == signbit(y)) {
        add(bits(fmax(x, y)));
        add(bits(fmin(x, y)));
        add(float_bits(fmaxf((float)x, (float)y)));
        add(float_bits(fminf((float)x, (float)y)));
        add(bits(fmaxl(x, y)));
        add(bits(fminl(x, y)));
    }
}

int main(void)
{
    for (unsigned i = 0; i < 31; i++) {
        one(special(i));
        printf("%g ", special(i));
        report("one");
        for (unsigned k = 0; k < 31; k++)
            two(special(i), special(k));
        report("two");
    }
    for (int i = 0; i < 3000; i++) {
        one(other());
        double first = other();
        two(first, other());
    }
    report("random");
    return 0;
}
