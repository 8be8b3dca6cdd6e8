/* ilogb, logb, significand and their relatives (C11 7.12.6.5, 7.12.6.11): the exponent. */
double frexp(double x, int *exponent);

int ilogb(double x)
{
    int exponent;
    if (x == 0)
        return -2147483647 - 1;
    if (x != x)
        return -2147483647 - 1;
    if (x - x != 0)
        return 2147483647;
    frexp(x, &exponent);
    return exponent - 1;
}

double logb(double x)
{
    if (x == 0)
        return -1 / (x * x);
    if (x - x != 0)
        return x * x;
    return ilogb(x);
}

double significand(double x)
{
    int exponent;
    if (x == 0 || x - x != 0)
        return x;
    return 2 * frexp(x, &exponent);
}

float frexpf(float x, int *exponent);

int ilogbf(float x)
{
    int exponent;
    if (x == 0)
        return -2147483647 - 1;
    if (x != x)
        return -2147483647 - 1;
    if (x - x != 0)
        return 2147483647;
    frexpf(x, &exponent);
    return exponent - 1;
}

float logbf(float x)
{
    if (x == 0)
        return -1 / (x * x);
    if (x - x != 0)
        return x * x;
    return ilogbf(x);
}

float significandf(float x)
{
    int exponent;
    if (x == 0 || x - x != 0)
        return x;
    return 2 * frexpf(x, &exponent);
}

int ilogbl(long double x)
{
    return ilogb(x);
}

long double logbl(long double x)
{
    return logb(x);
}
