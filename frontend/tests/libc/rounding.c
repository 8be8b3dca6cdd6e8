/* Exact functions of doubles and floats, compared bit by bit. */
#include "floats.h"

static double (*const one[])(double) = {fabs, floor, ceil, trunc, round, rint, nearbyint, roundeven, logb};
static float (*const onef[])(float) = {fabsf, floorf, ceilf, truncf, roundf, rintf, nearbyintf, roundevenf, logbf};
static double (*const two[])(double, double) = {copysign, fmax, fmin, fdim, fmod, remainder, drem, nextafter};
static float (*const twof[])(float, float) = {copysignf, fmaxf, fminf, fdimf, fmodf, remainderf, dremf, nextafterf};

static void of_one(double x)
{
    int exponent = 0;
    double whole;
    float wholef;
    for (unsigned f = 0; f < COUNT(one); f++) {
        add(bits(one[f](x)));
        add(float_bits(onef[f]((float)x)));
    }
    add(bits(frexp(x, &exponent)));
    add(isfinite(x) ? exponent : 0);
    add(float_bits(frexpf((float)x, &exponent)));
    add(isfinite((float)x) ? exponent : 0);
    add(bits(modf(x, &whole)));
    add(bits(whole));
    add(float_bits(modff((float)x, &wholef)));
    add(float_bits(wholef));
    add(ilogb(x));
    add(ilogbf((float)x));
    add(lrint(x));
    add(llrint(x));
    add(lround(x));
    add(llround(x));
    add(lrintf((float)x));
    add(llrintf((float)x));
    add(lroundf((float)x));
    add(llroundf((float)x));
    add(finite(x) != 0);
    add((isnan)(x) != 0);
    add((isinf)(x));
    add(bits(significand(x)));
}

static void scaled(double x, int n)
{
    add(bits(ldexp(x, n)));
    add(bits(scalbn(x, n)));
    add(bits(scalbln(x, n)));
    add(float_bits(ldexpf((float)x, n)));
    add(float_bits(scalbnf((float)x, n)));
    add(float_bits(scalblnf((float)x, n)));
}

static void of_two(double x, double y)
{
    for (unsigned f = 0; f < COUNT(two); f++) {
        /* Of zeros with different signs, either may be returned as the larger. */
        if ((two[f] == fmax || two[f] == fmin) && (float)x == (float)y)
            continue;
        add(bits(two[f](x, y)));
        add(float_bits(twof[f]((float)x, (float)y)));
    }
    int quotient = 0;
    add(bits(remquo(x, y, &quotient)));
    if (isfinite(x) && y == y && y != 0)
        add(quotient & 7);
    if ((float)x != (float)y) {
        add(bits(fmaxl(x, y)));
        add(bits(fminl(x, y)));
    }
    add(float_bits(remquof((float)x, (float)y, &quotient)));
    add(float_bits(nexttowardf((float)x, y)));
    add(bits(nexttoward(x, y)));
}

int main(void)
{
    static const int exponents[] = {0, 1, -1, 10, -30, 100, -149, 150, -500, 1000, -1022, -1074, -1075, 1023, 1024, -2000, 2097, 2147483647, -2147483647};
    for (unsigned i = 0; i < COUNT(specials); i++) {
        of_one(specials[i]);
        printf("%g ", specials[i]);
        report("of one");
        for (unsigned k = 0; k < COUNT(specials); k++)
            of_two(specials[i], specials[k]);
        report("of two");
        for (unsigned k = 0; k < COUNT(exponents); k++)
            scaled(specials[i], exponents[k]);
        report("scaled");
    }
    for (int i = 0; i < 1000; i++) {
        double x = anywhere(), y = anywhere();
        of_one(x);
        if (i % 4 == 0)
            of_two(x, y);
        scaled(x, (int)below(2200) - 1100);
    }
    report("random");
    double s, c;
    float sf, cf;
    sincos(0.7, &s, &c);
    sincosf(0.7f, &sf, &cf);
    printf("%a %a %a %a\n", s, c, sf, cf);
    printf("%d %d\n", isnan(nan("")), isnan(nanf("")));
    printf("%a %a\n", exp10(3.0), (double)exp10f(2.0f));
    int negative = 0;
    printf("%a", lgamma_r(-0.5, &negative));
    printf(" %d\n", negative);
    return 0;
}
