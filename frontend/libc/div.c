/* div, ldiv, lldiv (C11 7.22.6.2), imaxdiv (7.8.2.2): quotient and remainder. */
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

div_t div(int numerator, int denominator)
{
    div_t result = {numerator / denominator, numerator % denominator};
    return result;
}

ldiv_t ldiv(long numerator, long denominator)
{
    ldiv_t result = {numerator / denominator, numerator % denominator};
    return result;
}

lldiv_t lldiv(long long numerator, long long denominator)
{
    lldiv_t result = {numerator / denominator, numerator % denominator};
    return result;
}

ldiv_t imaxdiv(long numerator, long denominator)
{
    return ldiv(numerator, denominator);
}
