/* modf and its relatives (C11 7.12.6.12): integral part and fraction, both with the sign of the number. */
double trunc(double x);
double copysign(double x, double y);

double modf(double x, double *whole)
{
    *whole = trunc(x);
    return copysign(x == *whole ? 0 : x - *whole, x);
}

float truncf(float x);
float copysignf(float x, float y);

float modff(float x, float *whole)
{
    *whole = truncf(x);
    return copysignf(x == *whole ? 0 : x - *whole, x);
}

long double modfl(long double x, long double *whole)
{
    double part, fraction = modf(x, &part);
    *whole = part;
    return fraction;
}
