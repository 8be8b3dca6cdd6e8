/* atoi, atol, atoll (C11 7.22.1.2): the decimal number at the start of a string. */
long strtol(const char *text, char **end, int base);

int atoi(const char *text)
{
    return (int)strtol(text, 0, 10);
}

long atol(const char *text)
{
    return strtol(text, 0, 10);
}

long long atoll(const char *text)
{
    return strtol(text, 0, 10);
}
