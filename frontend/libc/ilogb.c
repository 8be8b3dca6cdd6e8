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

/* A float has the same exponent as the equal double. */
int ilogbf(float x)
{
    return ilogb(x);
}

float logbf(float x)
{
    return (float)logb(x);
}

float significandf(float x)
{
    return (float)significand(x);
}

int ilogbl(long double x)
{
    return ilogb(x);
}

long double logbl(long double x)
{
    return logb(x);
}
