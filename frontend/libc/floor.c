/* floor, ceil, trunc (C11 7.12.9): to a whole number, exactly. */
/* From 2^52 on every double is whole; infinities and NaN stay as they are. */
double trunc(double x)
{
    double whole;
    if (!(x > -4503599627370496.0 && x < 4503599627370496.0))
        return x;
    whole = (double)(long)x;
    return whole == 0 && (x < 0 || 1 / x < 0) ? -0.0 : whole;
}

double floor(double x)
{
    double whole = trunc(x);
    return whole > x ? whole - 1 : whole;
}

double ceil(double x)
{
    double whole = trunc(x);
    return whole < x ? whole + 1 : whole;
}
