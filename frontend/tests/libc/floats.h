/* Doubles and floats for the drivers of math.h: special values, and random ones near 1 and of any magnitude. */
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

static const double specials[] = {0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, 0.49999999999999994, -0.49999999999999994, 4503599627370495.5,
    4503599627370496.0, 4503599627370497.0, -4503599627370495.5, 9007199254740993.0, 1e300, -1e300, 5e-324, -5e-324,
    2.2250738585072014e-308, 1e-310, 1.7976931348623157e308, 3.0, -7.25, 1e17, 123456.789, 1.0, -1.0, 2147483648.5, 10.0, 0.1, -2147483649.5,
    8388607.5, 1e-40, 3.4e38, 9.2e18, -9.3e18, INFINITY, -INFINITY, NAN};

static double near_one(void)
{
    unsigned long u = (any() & 0x800fffffffffffffUL) | ((unsigned long)(1023 - 4 + below(10)) << 52);
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

static double anywhere(void)
{
    unsigned long u = any();
    double x;
    if (below(2))
        u = (u & 0x800fffffffffffffUL) | ((unsigned long)(1023 - 3 + below(60)) << 52);
    memcpy(&x, &u, sizeof x);
    return x;
}
