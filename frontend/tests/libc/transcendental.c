/* The functions of math.h that the host computes: bit-identical to compiled code. */
#include "floats.h"

static double (*const one[])(double) = {acos, acosh, asin, asinh, atan, atanh, cbrt, cos, cosh, erf, erfc, exp, exp2, expm1, exp10, lgamma, log,
    log10, log1p, log2, sin, sinh, tan, tanh, tgamma, sqrt};
static float (*const onef[])(float) = {acosf, acoshf, asinf, asinhf, atanf, atanhf, cbrtf, cosf, coshf, erff, erfcf, expf, exp2f, expm1f, exp10f,
    lgammaf, logf, log10f, log1pf, log2f, sinf, sinhf, tanf, tanhf, tgammaf, sqrtf};
static double (*const two[])(double, double) = {atan2, hypot, pow};
static float (*const twof[])(float, float) = {atan2f, hypotf, powf};

int main(void)
{
    for (unsigned f = 0; f < COUNT(one); f++) {
        for (unsigned i = 0; i < COUNT(specials); i++) {
            add(bits(one[f](specials[i])));
            add(float_bits(onef[f]((float)specials[i])));
        }
        for (int i = 0; i < 100; i++) {
            double x = i % 3 == 0 ? anywhere() : near_one();
            add(bits(one[f](x)));
            add(float_bits(onef[f]((float)x)));
        }
        printf("%u ", f);
        report("of one");
    }
    for (unsigned f = 0; f < COUNT(two); f++) {
        for (unsigned i = 0; i < COUNT(specials); i++)
            for (unsigned k = 0; k < COUNT(specials); k++) {
                add(bits(two[f](specials[i], specials[k])));
                add(float_bits(twof[f]((float)specials[i], (float)specials[k])));
            }
        for (int i = 0; i < 100; i++) {
            double x = near_one(), y = near_one();
            add(bits(two[f](x, y)));
            add(float_bits(twof[f]((float)x, (float)y)));
        }
        printf("%u ", f);
        report("of two");
    }
    for (int i = 0; i < 1000; i++) {
        double x = anywhere(), y = anywhere(), z = anywhere();
        add(bits(fma(x, y, z)));
        add(float_bits(fmaf((float)x, (float)y, (float)z)));
    }
    report("fma");
    printf("%.17g %.17g %.17g %a\n", sin(1.0), pow(2.0, 0.5), exp(1.0), __builtin_sqrt(2.0));
    /* symtool computes in double precision, so only results that are equal in both precisions are compared. */
    printf("%d %d\n", sqrtl(16.0L) == 4.0L, powl(2.0L, 10.0L) == 1024.0L);
    return 0;
}
