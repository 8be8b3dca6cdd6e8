/* fdim and its relatives (C11 7.12.12.1): x - y, or 0 if x is not greater than y. */
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
