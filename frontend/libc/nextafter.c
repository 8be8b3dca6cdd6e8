/* nextafter, nexttoward and their relatives (C11 7.12.11.3): the next representable number in the direction of y. */
void __symtool_rounded(const char *what);
typedef union { double value; unsigned long bits; } double_bits;
typedef union { float value; unsigned bits; } float_bits;

double nextafter(double x, double y)
{
    double_bits u;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    u.value = x;
    if (x == 0) {
        u.bits = y < 0 ? (1UL << 63) | 1 : 1;
        return u.value;
    }
    /* A larger magnitude has larger bits, for both signs. */
    if ((x < y) == (x > 0))
        u.bits++;
    else
        u.bits--;
    return u.value;
}

float nextafterf(float x, float y)
{
    float_bits u;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    u.value = x;
    if (x == 0) {
        u.bits = y < 0 ? (1u << 31) | 1 : 1;
        return u.value;
    }
    /* A larger magnitude has larger bits, for both signs. */
    if ((x < y) == (x > 0))
        u.bits++;
    else
        u.bits--;
    return u.value;
}

double nexttoward(double x, long double y)
{
    return nextafter(x, y);
}

float nexttowardf(float x, long double y)
{
    if (x != x || y != y)
        return (float)(x + y);
    if (x == y)
        return (float)y;
    return nextafterf(x, x < y ? __builtin_inff() : -__builtin_inff());
}

/* Returns the next double and marks it as rounded, because the next long double is closer. */
long double nextafterl(long double x, long double y)
{
    if (x == x && y == y && x != y)
        __symtool_rounded("the result of `nextafterl`");
    return nextafter(x, y);
}
