/* __powidf2 and its relatives, which implement `__builtin_powi`: exponentiation by squaring, rounding each product. */
double __powidf2(double x, int exponent)
{
    unsigned n = exponent < 0 ? -(unsigned)exponent : (unsigned)exponent;
    double result = n % 2 != 0 ? x : 1;
    while (n >>= 1) {
        x = x * x;
        if (n % 2 != 0)
            result *= x;
    }
    return exponent < 0 ? 1 / result : result;
}

float __powisf2(float x, int exponent)
{
    unsigned n = exponent < 0 ? -(unsigned)exponent : (unsigned)exponent;
    float result = n % 2 != 0 ? x : 1;
    while (n >>= 1) {
        x = x * x;
        if (n % 2 != 0)
            result *= x;
    }
    return exponent < 0 ? 1 / result : result;
}

long double __powixf2(long double x, int exponent)
{
    unsigned n = exponent < 0 ? -(unsigned)exponent : (unsigned)exponent;
    long double result = n % 2 != 0 ? x : 1;
    while (n >>= 1) {
        x = x * x;
        if (n % 2 != 0)
            result *= x;
    }
    return exponent < 0 ? 1 / result : result;
}
