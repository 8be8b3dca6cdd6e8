/* The functions of <ctype.h> with a locale (POSIX): every locale is the C locale. */
typedef struct __locale_struct *locale_t;
int isalnum(int c);
int isalpha(int c);
int isblank(int c);
int iscntrl(int c);
int isdigit(int c);
int isgraph(int c);
int islower(int c);
int isprint(int c);
int ispunct(int c);
int isspace(int c);
int isupper(int c);
int isxdigit(int c);
int tolower(int c);
int toupper(int c);

int isalnum_l(int c, locale_t locale)
{
    (void)locale;
    return isalnum(c);
}

int isalpha_l(int c, locale_t locale)
{
    (void)locale;
    return isalpha(c);
}

int isblank_l(int c, locale_t locale)
{
    (void)locale;
    return isblank(c);
}

int iscntrl_l(int c, locale_t locale)
{
    (void)locale;
    return iscntrl(c);
}

int isdigit_l(int c, locale_t locale)
{
    (void)locale;
    return isdigit(c);
}

int isgraph_l(int c, locale_t locale)
{
    (void)locale;
    return isgraph(c);
}

int islower_l(int c, locale_t locale)
{
    (void)locale;
    return islower(c);
}

int isprint_l(int c, locale_t locale)
{
    (void)locale;
    return isprint(c);
}

int ispunct_l(int c, locale_t locale)
{
    (void)locale;
    return ispunct(c);
}

int isspace_l(int c, locale_t locale)
{
    (void)locale;
    return isspace(c);
}

int isupper_l(int c, locale_t locale)
{
    (void)locale;
    return isupper(c);
}

int isxdigit_l(int c, locale_t locale)
{
    (void)locale;
    return isxdigit(c);
}

int tolower_l(int c, locale_t locale)
{
    (void)locale;
    return tolower(c);
}

int toupper_l(int c, locale_t locale)
{
    (void)locale;
    return toupper(c);
}
