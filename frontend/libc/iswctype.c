/* Classes of wide characters (C11 7.30) in the C locale: ASCII only. */
int isalnum(int c), isalpha(int c), isblank(int c), iscntrl(int c), isdigit(int c), isgraph(int c), islower(int c),
    isprint(int c), ispunct(int c), isspace(int c), isupper(int c), isxdigit(int c), tolower(int c), toupper(int c);

int iswalnum(unsigned c)
{
    return c <= 127 && isalnum((int)c);
}

int iswalpha(unsigned c)
{
    return c <= 127 && isalpha((int)c);
}

int iswblank(unsigned c)
{
    return c <= 127 && isblank((int)c);
}

int iswcntrl(unsigned c)
{
    return c <= 127 && iscntrl((int)c);
}

int iswdigit(unsigned c)
{
    return c <= 127 && isdigit((int)c);
}

int iswgraph(unsigned c)
{
    return c <= 127 && isgraph((int)c);
}

int iswlower(unsigned c)
{
    return c <= 127 && islower((int)c);
}

int iswprint(unsigned c)
{
    return c <= 127 && isprint((int)c);
}

int iswpunct(unsigned c)
{
    return c <= 127 && ispunct((int)c);
}

int iswspace(unsigned c)
{
    return c <= 127 && isspace((int)c);
}

int iswupper(unsigned c)
{
    return c <= 127 && isupper((int)c);
}

int iswxdigit(unsigned c)
{
    return c <= 127 && isxdigit((int)c);
}

unsigned towlower(unsigned c)
{
    return c <= 127 ? (unsigned)tolower((int)c) : c;
}

unsigned towupper(unsigned c)
{
    return c <= 127 ? (unsigned)toupper((int)c) : c;
}

int wcwidth(int c)
{
    return c == 0 ? 0 : (unsigned)c <= 127 && isprint(c) ? 1 : -1;
}
