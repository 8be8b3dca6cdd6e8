/* fmax, fmin (C11 7.12.12): the larger and the smaller; a NaN counts as missing. */
double fmax(double x, double y)
{
    if (x != x)
        return y;
    return x < y ? y : x;
}

double fmin(double x, double y)
{
    if (x != x)
        return y;
    return y < x ? y : x;
}
