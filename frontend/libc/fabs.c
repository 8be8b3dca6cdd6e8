/* fabs, copysign and their relatives (C11 7.12.7.2, 7.12.11.1): operations on the sign bit. */
typedef union { double value; unsigned long bits; } double_bits;
typedef union { float value; unsigned bits; } float_bits;

double fabs(double x)
{
    double_bits u;
    u.value = x;
    u.bits &= ~(1UL << 63);
    return u.value;
}

double copysign(double x, double y)
{
    double_bits u, v;
    u.value = x;
    v.value = y;
    u.bits = (u.bits & ~(1UL << 63)) | (v.bits & (1UL << 63));
    return u.value;
}

float fabsf(float x)
{
    float_bits u;
    u.value = x;
    u.bits &= ~(1u << 31);
    return u.value;
}

float copysignf(float x, float y)
{
    float_bits u, v;
    u.value = x;
    v.value = y;
    u.bits = (u.bits & ~(1u << 31)) | (v.bits & (1u << 31));
    return u.value;
}

long double fabsl(long double x)
{
    return fabs(x);
}

long double copysignl(long double x, long double y)
{
    return copysign(x, y);
}
