/* frexp and its relatives (C11 7.12.6.4): a fraction in [1/2, 1) and a power of 2. */
typedef union { double value; unsigned long bits; } double_bits;

double frexp(double x, int *exponent)
{
    double_bits u;
    int field, extra = 0;
    *exponent = 0;
    if (x == 0 || x - x != 0)
        return x + x;
    u.value = x;
    if ((u.bits >> 52 & 2047) == 0) {
        /* Subnormal: scale up first. */
        u.value = x * (1UL << (54));
        extra = 54;
    }
    field = (int)(u.bits >> 52 & 2047);
    *exponent = field - (1023 - 1) - extra;
    u.bits = (u.bits & ~((unsigned long)2047 << 52)) | (unsigned long)(1023 - 1) << 52;
    return u.value;
}

/* A float has the same fraction as the equal double. */
float frexpf(float x, int *exponent)
{
    return (float)frexp(x, exponent);
}

long double frexpl(long double x, int *exponent)
{
    return frexp(x, exponent);
}
