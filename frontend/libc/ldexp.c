/* ldexp, scalbn, scalbln and their relatives (C11 7.12.6.6, 7.12.6.13): multiply by a power of 2, rounding once. */
void __symtool_rounded(const char *what);
typedef union { double value; unsigned long bits; } double_bits;

/* Returns 2 to the power n, which must be a normal number. */
static double power(int n)
{
    double_bits u;
    u.bits = (unsigned long)(n + 1023) << 52;
    return u.value;
}

double scalbn(double x, int n)
{
    /* Scaling up is exact until it overflows. */
    for (int i = 0; i < 2 && n > 1023; i++) {
        x *= power(1023);
        n -= 1023;
    }
    /* Scaling down keeps all digits until the last step, so only that step rounds. */
    for (int i = 0; i < 2 && n < 1 - 1023; i++) {
        x *= power(1 - 1023 + 53);
        n += 1023 - 1 - 53;
    }
    if (n > 1023)
        n = 1023;
    if (n < 1 - 1023)
        n = 1 - 1023;
    return x * power(n);
}

double ldexp(double x, int n)
{
    return scalbn(x, n);
}

double scalbln(double x, long n)
{
    return scalbn(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n);
}

/* The product of a float and a power of 2 is exact in double or far outside float's range, so it rounds once. */
float scalbnf(float x, int n)
{
    return (float)scalbn(x, n);
}

float ldexpf(float x, int n)
{
    return (float)scalbn(x, n);
}

float scalblnf(float x, long n)
{
    return (float)scalbln(x, n);
}

/* Digits are lost only near the ends of double's range. */
long double scalbnl(long double x, int n)
{
    double result = scalbn(x, n);
    if (__builtin_isfinite(x) && (!__builtin_isfinite(result) || (x != 0 && __builtin_fabs(result) < 0x1p-1022)))
        __symtool_rounded("this multiple");
    return result;
}

long double ldexpl(long double x, int n)
{
    return scalbnl(x, n);
}

long double scalblnl(long double x, long n)
{
    return scalbnl(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n);
}
