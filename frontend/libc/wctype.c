/* wctype, iswctype, wctrans, towctrans (C11 7.30.2.2, 7.30.3.2): classes and mappings by name. */
int strcmp(const char *a, const char *b);
int iswalnum(unsigned c), iswalpha(unsigned c), iswblank(unsigned c), iswcntrl(unsigned c), iswdigit(unsigned c),
    iswgraph(unsigned c), iswlower(unsigned c), iswprint(unsigned c), iswpunct(unsigned c), iswspace(unsigned c),
    iswupper(unsigned c), iswxdigit(unsigned c);
unsigned towlower(unsigned c), towupper(unsigned c);

static const struct {
    const char *name;
    int (*holds)(unsigned);
} classes[] = {{"alnum", iswalnum}, {"alpha", iswalpha}, {"blank", iswblank}, {"cntrl", iswcntrl},
               {"digit", iswdigit}, {"graph", iswgraph}, {"lower", iswlower}, {"print", iswprint},
               {"punct", iswpunct}, {"space", iswspace}, {"upper", iswupper}, {"xdigit", iswxdigit}};
static const int lower = 1, upper = 2;

unsigned long wctype(const char *name)
{
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strcmp(name, classes[i].name) == 0)
            return i + 1;
    return 0;
}

int iswctype(unsigned c, unsigned long kind)
{
    return kind >= 1 && kind <= sizeof classes / sizeof *classes && classes[kind - 1].holds(c);
}

const int *wctrans(const char *name)
{
    if (strcmp(name, "tolower") == 0)
        return &lower;
    return strcmp(name, "toupper") == 0 ? &upper : 0;
}

unsigned towctrans(unsigned c, const int *kind)
{
    return kind == &lower ? towlower(c) : kind == &upper ? towupper(c) : c;
}
