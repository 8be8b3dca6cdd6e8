/* Products of complex numbers (C11 annex G.5.1): if both components are NaN but an operand or a partial product is
   infinite, the result is an infinity. */

/* Maps an infinity to one and anything else to zero, keeping the sign. */
static double unit(double x)
{
    return __builtin_copysign(__builtin_isinf(x) ? 1.0 : 0.0, x);
}

/* Maps a NaN to zero, keeping the sign. */
static double settled(double x)
{
    return __builtin_isnan(x) ? __builtin_copysign(0.0, x) : x;
}

/* Replaces the factors (re, im, re, im) by numbers with the same infinite product; returns 0 for a finite product. */
static int settle(double f[4], int overflows)
{
    int infinite = 0;
    for (int k = 0; k < 4; k += 2) {
        if (__builtin_isinf(f[k]) || __builtin_isinf(f[k + 1])) {
            f[k] = unit(f[k]);
            f[k + 1] = unit(f[k + 1]);
            f[2 - k] = settled(f[2 - k]);
            f[3 - k] = settled(f[3 - k]);
            infinite = 1;
        }
    }
    if (!infinite && overflows)
        for (int k = 0; k < 4; k++)
            f[k] = settled(f[k]);
    return infinite || overflows;
}

double _Complex __muldc3(double a, double b, double c, double d)
{
    double ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    double x = ac - bd, y = ad + bc;
    if (x != x && y != y) {
        double f[4] = {a, b, c, d};
        int overflows = __builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc);
        if (settle(f, overflows)) {
            x = __builtin_inf() * (f[0] * f[2] - f[1] * f[3]);
            y = __builtin_inf() * (f[0] * f[3] + f[1] * f[2]);
        }
    }
    return __builtin_complex(x, y);
}

float _Complex __mulsc3(float a, float b, float c, float d)
{
    float ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    float x = ac - bd, y = ad + bc;
    if (x != x && y != y) {
        double f[4] = {a, b, c, d};
        int overflows = __builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc);
        if (settle(f, overflows)) {
            float p = f[0], q = f[1], r = f[2], s = f[3];
            x = __builtin_inff() * (p * r - q * s);
            y = __builtin_inff() * (p * s + q * r);
        }
    }
    return __builtin_complex(x, y);
}
