/* fdim and its relatives (C11 7.12.12.1): the positive difference. */
double fdim(double x, double y)
{
    return x <= y ? 0 : x - y;
}

float fdimf(float x, float y)
{
    return x <= y ? 0 : x - y;
}

long double fdiml(long double x, long double y)
{
    return x <= y ? 0 : x - y;
}
