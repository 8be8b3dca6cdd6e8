/* __isoc23_strtol and its relatives: the functions that glibc's newer headers call for strtol, as defined by C23. */
void __symtool_unsupported(const char *what);
long strtol(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);

static void no_binary(const char *s, int base)
{
    if (base != 0 && base != 2)
        return;
    while (*s == ' ' || (*s >= 9 && *s <= 13))
        s++;
    if (*s == '+' || *s == '-')
        s++;
    if (s[0] == '0' && (s[1] == 'b' || s[1] == 'B') && (s[2] == '0' || s[2] == '1'))
        __symtool_unsupported("a number with the prefix 0b, which C23's strtol reads");
}

long __isoc23_strtol(const char *text, char **end, int base)
{
    no_binary(text, base);
    return strtol(text, end, base);
}

long long __isoc23_strtoll(const char *text, char **end, int base)
{
    no_binary(text, base);
    return strtol(text, end, base);
}

long __isoc23_strtoimax(const char *text, char **end, int base)
{
    no_binary(text, base);
    return strtol(text, end, base);
}

unsigned long __isoc23_strtoul(const char *text, char **end, int base)
{
    no_binary(text, base);
    return strtoul(text, end, base);
}

unsigned long long __isoc23_strtoull(const char *text, char **end, int base)
{
    no_binary(text, base);
    return strtoul(text, end, base);
}

unsigned long __isoc23_strtoumax(const char *text, char **end, int base)
{
    no_binary(text, base);
    return strtoul(text, end, base);
}
