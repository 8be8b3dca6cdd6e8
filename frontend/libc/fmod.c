/* fmod, remainder, remquo and their relatives (C11 7.12.10): exact remainders. */
double fabs(double x);
double copysign(double x, double y);
double frexp(double x, int *exponent);
double scalbn(double x, int n);

/* Computes |x| modulo y > 0, both finite; *quotient gets the low bits of the integral quotient. */
static double reduce(double x, double y, unsigned *quotient)
{
    int ex, ey;
    unsigned q = 0;
    x = fabs(x);
    if (x >= y) {
        double part = frexp(x, &ex), of = frexp(y, &ey);
        /* Long division of the significands as integers, one bit per iteration. */
        unsigned long rest = (unsigned long)(part * (1UL << 53)), step = (unsigned long)(of * (1UL << 53));
        for (int n = ex - ey; n >= 0; n--) {
            q <<= 1;
            if (rest >= step) {
                rest -= step;
                q |= 1;
            }
            if (n > 0)
                rest <<= 1;
        }
        x = scalbn((double)rest, ey - 53);
    }
    *quotient = q;
    return x;
}

double fmod(double x, double y)
{
    unsigned quotient;
    if (y == 0 || x - x != 0 || y != y)
        return (x * y) / (x * y);
    if (y - y != 0)
        return x;
    return copysign(reduce(x, fabs(y), &quotient), x);
}

double remquo(double x, double y, int *quotient)
{
    unsigned q;
    double divisor = fabs(y), rest;
    if (y == 0 || x - x != 0 || y != y)
        return (x * y) / (x * y);
    if (y - y != 0) {
        *quotient = 0;
        return x;
    }
    rest = reduce(x, divisor, &q);
    /* Round to nearest: increment if the remainder is above half of the divisor, or equal and the quotient is odd. */
    if (rest > divisor - rest || (rest == divisor - rest && (q & 1))) {
        rest -= divisor;
        q++;
    }
    q &= 7;
    *quotient = (x < 0) != (y < 0) ? -(int)q : (int)q;
    if (rest == 0)
        return copysign(rest, x);
    return x < 0 ? -rest : rest;
}

double remainder(double x, double y)
{
    int quotient;
    return remquo(x, y, &quotient);
}

double drem(double x, double y)
{
    return remainder(x, y);
}

/* The remainder of two floats is exact in double and has no more digits than the operands, so it is a float. */
float fmodf(float x, float y)
{
    return (float)fmod(x, y);
}

float remquof(float x, float y, int *quotient)
{
    return (float)remquo(x, y, quotient);
}

float remainderf(float x, float y)
{
    return (float)remainder(x, y);
}

float dremf(float x, float y)
{
    return (float)remainder(x, y);
}

long double fmodl(long double x, long double y)
{
    return fmod(x, y);
}

long double remainderl(long double x, long double y)
{
    return remainder(x, y);
}

long double remquol(long double x, long double y, int *quotient)
{
    return remquo(x, y, quotient);
}
