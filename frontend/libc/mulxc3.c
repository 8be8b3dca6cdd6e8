/* Products and quotients of complex long double numbers, computed in double. The same steps in long double
   detect whether the result is exact. */
double _Complex __muldc3(double a, double b, double c, double d);
double _Complex __divdc3(double a, double b, double c, double d);
void __symtool_rounded(const char *what);

long double _Complex __mulxc3(long double a, long double b, long double c, long double d)
{
    double _Complex z = __muldc3(a, b, c, d);
    long double x = a * c - b * d, y = a * d + b * c;
    if (x == x || y == y)
        return __builtin_complex(x, y);
    return z;
}

long double _Complex __divxc3(long double a, long double b, long double c, long double d)
{
    double _Complex z = __divdc3(a, b, c, d);
    double x = __real__ z, y = __imag__ z;
    if (__builtin_isfinite(x) && __builtin_isfinite(y)) {
        /* The quotient is exact if its product with the divisor equals the dividend. */
        long double p = x, q = y;
        if (p * c - q * d != a || p * d + q * c != b)
            __symtool_rounded("this complex quotient");
    } else if (__builtin_isfinite(a) && __builtin_isfinite(b) && (c != 0 || d != 0)) {
        __symtool_rounded("this complex quotient");
    }
    return z;
}
