/* nan and its relatives (C11 7.12.11.2): a quiet NaN; the payload is ignored. */
double nan(const char *payload)
{
    (void)payload;
    return __builtin_nan("");
}

float nanf(const char *payload)
{
    (void)payload;
    return __builtin_nanf("");
}

long double nanl(const char *payload)
{
    (void)payload;
    return __builtin_nanl("");
}
