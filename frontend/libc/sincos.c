/* sincos, lgamma_r and their relatives (GNU, POSIX): combined from functions that the host computes. */
double sin(double x);
double cos(double x);
double lgamma(double x);
double floor(double x);

void sincos(double x, double *s, double *c)
{
    *s = sin(x);
    *c = cos(x);
}

/* The gamma function is negative between an odd negative number and the next lower even one. */
double lgamma_r(double x, int *sign)
{
    double down = floor(x);
    *sign = x < 0 && down / 2 != floor(down / 2) ? -1 : 1;
    return lgamma(x);
}

float sinf(float x);
float cosf(float x);
float lgammaf(float x);
float floorf(float x);

void sincosf(float x, float *s, float *c)
{
    *s = sinf(x);
    *c = cosf(x);
}

/* The gamma function is negative between an odd negative number and the next lower even one. */
float lgammaf_r(float x, int *sign)
{
    float down = floorf(x);
    *sign = x < 0 && down / 2 != floorf(down / 2) ? -1 : 1;
    return lgammaf(x);
}
