/* Integer powers by squaring, each product rounded; classification of constant floats. */
#include <stdio.h>

static const int classes[] = {
    __builtin_isnan(0.0) != 0, __builtin_isnan(__builtin_nan("")) != 0, __builtin_isinf_sign(-__builtin_inff()),
    __builtin_isfinite(-1.5f) != 0, __builtin_signbit(-0.0) != 0, __builtin_isfinite(__builtin_inf()) != 0,
};

int main(void)
{
    static const double bases[] = {0.0, -0.0, 1.1, -3.7, 1e200, 1e-170, 0.1};
    static const int exponents[] = {0, 1, -1, 2, 3, -3, 10, 17, 100, -100, 2147483647, -2147483647 - 1};
    for (volatile unsigned i = 0; i < sizeof bases / sizeof *bases; i++)
        for (volatile unsigned j = 0; j < sizeof exponents / sizeof *exponents; j++)
            printf("%a %a\n", __builtin_powi(bases[i], exponents[j]),
                   (double)__builtin_powif((float)bases[i], exponents[j]));
    volatile long double two = 2;
    printf("%a %a\n", (double)__builtin_powil(two, 13), (double)__builtin_powil(two, -3));
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++)
        printf("%d ", classes[i]);
    return 0;
}
