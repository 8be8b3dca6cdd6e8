/* fmax, fmin and their relatives (C11 7.12.12): maximum and minimum. A quiet NaN is ignored, a signaling NaN makes the
   result a NaN. */
typedef union { double value; unsigned long bits; } double_bits;
typedef union { float value; unsigned bits; } float_bits;

static int signalling(double x)
{
    double_bits u;
    u.value = x;
    return x != x && (u.bits >> 51 & 1) == 0;
}

static int signallingf(float x)
{
    float_bits u;
    u.value = x;
    return x != x && (u.bits >> 22 & 1) == 0;
}

double fmax(double x, double y)
{
    if (x >= y)
        return x;
    if (x < y)
        return y;
    if (signalling(x) || signalling(y))
        return x + y;
    return y != y ? x : y;
}

double fmin(double x, double y)
{
    if (x <= y)
        return x;
    if (x > y)
        return y;
    if (signalling(x) || signalling(y))
        return x + y;
    return y != y ? x : y;
}

float fmaxf(float x, float y)
{
    if (x >= y)
        return x;
    if (x < y)
        return y;
    if (signallingf(x) || signallingf(y))
        return x + y;
    return y != y ? x : y;
}

float fminf(float x, float y)
{
    if (x <= y)
        return x;
    if (x > y)
        return y;
    if (signallingf(x) || signallingf(y))
        return x + y;
    return y != y ? x : y;
}

/* A conversion to long double quiets a NaN. */
long double fmaxl(long double x, long double y)
{
    return x >= y || y != y ? x : y;
}

long double fminl(long double x, long double y)
{
    return x <= y || y != y ? x : y;
}
