/* lrint, lround and their relatives (C11 7.12.9.5, 7.12.9.7): round to an integer. An unrepresentable result is the
   smallest integer, as on x86-64. */
double rint(double x);
double round(double x);

long lrint(double x)
{
    return (long)rint(x);
}

long lround(double x)
{
    return (long)round(x);
}

long long llrint(double x)
{
    return (long long)rint(x);
}

long long llround(double x)
{
    return (long long)round(x);
}

float rintf(float x);
float roundf(float x);

long lrintf(float x)
{
    return (long)rintf(x);
}

long lroundf(float x)
{
    return (long)roundf(x);
}

long long llrintf(float x)
{
    return (long long)rintf(x);
}

long long llroundf(float x)
{
    return (long long)roundf(x);
}

long lrintl(long double x)
{
    return lrint(x);
}

long lroundl(long double x)
{
    return lround(x);
}

long long llrintl(long double x)
{
    return llrint(x);
}

long long llroundl(long double x)
{
    return llround(x);
}
