/* abs, labs, llabs (C11 7.22.6.1), imaxabs (7.8.2.1): the absolute value. */
int abs(int n)
{
    return n < 0 ? -n : n;
}

long labs(long n)
{
    return n < 0 ? -n : n;
}

long long llabs(long long n)
{
    return n < 0 ? -n : n;
}

long imaxabs(long n)
{
    return n < 0 ? -n : n;
}
