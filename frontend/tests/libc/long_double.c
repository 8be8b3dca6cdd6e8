/* The long double variants of functions, on values for which double precision suffices. */
#include "floats.h"

static double moderate(int i)
{
    double x = near_one();
    return i % 5 == 0 ? 0 : i % 3 == 0 ? x * 1e6 : i % 7 == 0 ? (int)(x * 4) * 0.5 : x;
}

int main(void)
{
    for (int i = 0; i < 400; i++) {
        long double x = moderate(i), y = moderate(i + 1), whole;
        int exponent, quotient = 0;
        add(bits(fabsl(x)));
        add(bits(copysignl(x, y)));
        add(bits(floorl(x)));
        add(bits(ceill(x)));
        add(bits(truncl(x)));
        add(bits(roundl(x)));
        add(bits(rintl(x)));
        add(bits(nearbyintl(x)));
        add(bits(roundevenl(x)));
        add(bits(fmodl(x, y)));
        add(bits(remainderl(x, y)));
        add(bits(remquol(x, y, &quotient)));
        add(y == 0 ? 0 : quotient & 7);
        add(bits(frexpl(x, &exponent)));
        add(exponent);
        add(bits(ldexpl(x, 5)));
        add(bits(scalbnl(x, -5)));
        add(bits(scalblnl(x, 7)));
        add(bits(modfl(x, &whole)));
        add(bits(whole));
        add(ilogbl(x));
        add(bits(logbl(x)));
        add(lrintl(x));
        add(llrintl(x));
        add(lroundl(x));
        add(llroundl(x));
        add(bits(fmaxl(x, y)));
        add(bits(fminl(x, y)));
        add(x > 4 * y ? 0 : bits(fdiml((double)(int)x, (double)(int)y)));
        add(bits(nextafterl(x, x)));
    }
    report("long double");
    printf("%d %d %d\n", isnan((double)nanl("")), isnan((double)nextafterl(1, NAN)), signbit(nextafterl(0.0L, -1.0L)) != 0);
    for (unsigned i = 0; i < COUNT(specials); i++) {
        float x = (float)specials[i];
        int sign = 0, down = 0;
        add(isnanf(x) != 0);
        add(isinff(x));
        add(finitef(x) != 0);
        add(float_bits(significandf(x)));
        if (x == x && x - x == 0 && x != 0 && x != floorf(x)) {
            add(float_bits(lgammaf_r(x, &sign)));
            add(bits(lgamma_r(x, &down)));
            add(sign);
            add(down);
        }
    }
    report("float");
    for (int i = 1; i < 40; i++) {
        long double _Complex z = __builtin_complex((long double)(i % 7 - 3), i / 4.0L), w = __builtin_complex(4.0L, i % 2 * -4.0L);
        z *= w;
        add(bits(__real__ z));
        add(bits(__imag__ z));
        z /= w;
        add(bits(__real__ z));
        add(bits(__imag__ z));
    }
    report("complex");
    long double _Complex none = __builtin_complex(0.0L, 0.0L), one = __builtin_complex(1.0L, 1.0L);
    one /= none;
    printf("%d %d\n", isinf(__real__ one) != 0, isnan(__imag__ one * 0) != 0);
    return 0;
}
