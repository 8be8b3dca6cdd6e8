/* Quotients of complex numbers (C11 annex G.5.1). Doubles are divided by Smith's method, with the operands scaled
   where a step would overflow or underflow (Baudin and Smith 2012); floats by the textbook formula in double. */
static const double huge = 0x1.fffffffffffffp1022;
static const double least = 0x1p-1022;
static const double epsilon = 0x1p-52;

static int infinite(double x, double y)
{
    return __builtin_isinf(x) || __builtin_isinf(y);
}

static int finite_both(double x, double y)
{
    return __builtin_isfinite(x) && __builtin_isfinite(y);
}

/* Maps an infinity to one and anything else to zero, keeping the sign. */
static double unit(double x)
{
    return __builtin_copysign(__builtin_isinf(x) ? 1.0 : 0.0, x);
}

/* Returns the quotient (infinite, zero or NaN) for operands for which the formula gives two NaNs, x and y. */
static double _Complex mended(double a, double b, double c, double d, double x, double y, int single)
{
    if (c == 0 && d == 0 && (a == a || b == b)) {
        x = __builtin_copysign(__builtin_inf(), c) * a;
        y = __builtin_copysign(__builtin_inf(), c) * b;
    } else if (infinite(a, b) && finite_both(c, d)) {
        a = unit(a);
        b = unit(b);
        x = __builtin_inf() * (a * c + b * d);
        y = __builtin_inf() * (b * c - a * d);
    } else if (infinite(c, d) && finite_both(a, b)) {
        c = unit(c);
        d = unit(d);
        x = a * c + b * d;
        y = b * c - a * d;
        x = 0.0 * (single ? (float)x : x);
        y = 0.0 * (single ? (float)y : y);
    }
    return __builtin_complex(x, y);
}

/* Returns the scale factor of both operands; `large` is the larger component of the divisor. */
static double scale(double a, double b, double large)
{
    double limit = huge * epsilon;
    a = __builtin_fabs(a);
    b = __builtin_fabs(b);
    large = __builtin_fabs(large);
    if (large >= huge)
        return 0.5;
    if (large < epsilon)
        return 1 / epsilon;
    if (large < limit && ((a < least && b < limit) || (b < least && a < limit)))
        return 1 / epsilon;
    return 1;
}

double _Complex __divdc3(double a, double b, double c, double d)
{
    /* Because (a + bi) / (c + di) = (b - ai) / (d - ci), the divisor's larger component can become its real part. */
    int turn = __builtin_fabs(c) < __builtin_fabs(d);
    double by = scale(a, b, turn ? d : c);
    a *= by;
    b *= by;
    c *= by;
    d *= by;
    double p = turn ? b : a, q = turn ? -a : b;
    double large = turn ? d : c, small = turn ? -c : d;
    double ratio = small / large;
    double divisor = small * ratio + large;
    double x, y;
    if (__builtin_fabs(ratio) > least) {
        x = (p + q * ratio) / divisor;
        y = (q - p * ratio) / divisor;
    } else {
        x = (p + small * (q / large)) / divisor;
        y = (q - small * (p / large)) / divisor;
    }
    if (x != x && y != y)
        return mended(a, b, c, d, x, y, 0);
    return __builtin_complex(x, y);
}

float _Complex __divsc3(float a, float b, float c, float d)
{
    double re = a, im = b, of = c, and = d;
    double divisor = of * of + and * and;
    float x = (re * of + im * and) / divisor;
    float y = (im * of - re * and) / divisor;
    if (x != x && y != y)
        return mended(a, b, c, d, x, y, 1);
    return __builtin_complex(x, y);
}
