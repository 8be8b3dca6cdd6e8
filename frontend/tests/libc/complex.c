/* complex.h, and the products and quotients of complex numbers, compared bit by bit. */
#include "floats.h"
#include <complex.h>

static void of(double _Complex z)
{
    add(bits(creal(z)));
    add(bits(cimag(z)));
}

static void off(float _Complex z)
{
    add(float_bits(crealf(z)));
    add(float_bits(cimagf(z)));
}

static void of_four(double a, double b, double c, double d)
{
    double _Complex x = CMPLX(a, b), y = CMPLX(c, d);
    float _Complex s = x, t = y;
    of(x * y);
    of(x / y);
    off(s * t);
    off(s / t);
}

static void parts(double a, double b)
{
    double _Complex x = CMPLX(a, b);
    float _Complex s = CMPLXF(a, b);
    long double _Complex l = CMPLXL(a, b);
    of(conj(x));
    off(conjf(s));
    of(conjl(l));
    add(bits(creall(l)));
    add(bits(cimagl(l)));
}

int main(void)
{
    static const double few[] = {0.0, -0.0, 1.0, -2.5, INFINITY, -INFINITY, NAN, 1.7e308, -1.2e308, 3.4e38, 1e-310, 1e-300, 3e-17, 1e300};
    for (unsigned a = 0; a < COUNT(few); a++)
        for (unsigned b = 0; b < COUNT(few); b++) {
            parts(few[a], few[b]);
            for (unsigned c = 0; c < COUNT(few); c++)
                for (unsigned d = 0; d < COUNT(few); d += 1 + (a + b + c) % 3)
                    of_four(few[a], few[b], few[c], few[d]);
        }
    report("few");
    for (int n = 0; n < 1000; n++) {
        double a = near_one(), b = near_one(), c = near_one();
        of_four(a, b, c, near_one());
    }
    report("near one");
    for (int n = 0; n < 3000; n++) {
        double a = anywhere(), b = anywhere(), c = anywhere();
        of_four(a, b, c, anywhere());
    }
    report("anywhere");
    return 0;
}
