/* fnmatch (POSIX, and GNU flags): matches a name against a pattern of *, ?, [...] and backslashes. */
enum { PATHNAME = 1, NOESCAPE = 2, PERIOD = 4, LEADING_DIR = 8, CASEFOLD = 16 };

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
int strncmp(const char *a, const char *b, unsigned long n);

static const struct {
    const char *name;
    unsigned long length;
    int (*holds)(int);
} classes[] = {{"alnum", 5, isalnum}, {"alpha", 5, isalpha}, {"blank", 5, isblank}, {"cntrl", 5, iscntrl},
               {"digit", 5, isdigit}, {"graph", 5, isgraph}, {"lower", 5, islower}, {"print", 5, isprint},
               {"punct", 5, ispunct}, {"space", 5, isspace}, {"upper", 5, isupper}, {"xdigit", 6, isxdigit}};

static int folded(char c, int flags)
{
    unsigned char u = (unsigned char)c;
    return flags & CASEFOLD && u >= 'A' && u <= 'Z' ? u + 32 : u;
}

/* Matches c against the [:class:] at `p`; returns the end of the class, 0 if there is none. Classes distinguish case. */
static const char *class_at(const char *p, int c, int *in)
{
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++) {
        unsigned long n = classes[i].length;
        if (strncmp(p + 2, classes[i].name, n) == 0 && p[2 + n] == ':' && p[3 + n] == ']') {
            *in = classes[i].holds(c) != 0;
            return p + 4 + n;
        }
    }
    return 0;
}

/* Matches the bracket expression at p; returns the end of the expression, or 0 if no bracket expression starts at p. */
static const char *bracket(const char *p, char character, int flags, int *matches)
{
    int c = folded(character, flags), negated = *p == '!' || *p == '^', found = 0;
    const char *first = p += negated;
    for (;;) {
        int in;
        const char *after;
        char low = *p, high;
        if (low == 0)
            return 0;
        if (low == ']' && p != first)
            break;
        if (low == '[' && p[1] == ':' && (after = class_at(p, (unsigned char)character, &in)) != 0) {
            found |= in;
            p = after;
            continue;
        }
        if (low == '\\' && !(flags & NOESCAPE)) {
            low = *++p;
            if (low == 0)
                return 0;
        }
        if (low == '/' && flags & PATHNAME)
            return 0;
        p++;
        high = low;
        if (*p == '-' && p[1] != ']' && p[1] != 0) {
            high = *++p;
            if (high == '\\' && !(flags & NOESCAPE))
                high = *++p;
            if (high == 0)
                return 0;
            p++;
        }
        found |= c >= folded(low, flags) && c <= folded(high, flags);
    }
    *matches = found != negated;
    return p + 1;
}

static int match(const char *p, const char *s, const char *name, int flags)
{
    for (;; p++, s++) {
        /* Whether *s is a leading period, which only a period in the pattern matches. */
        int hidden = *s == '.' && flags & PERIOD && (s == name || (flags & PATHNAME && s[-1] == '/'));
        const char *after;
        int matches;
        switch (*p) {
        case 0:
            return *s == 0 || (flags & LEADING_DIR && *s == '/') ? 0 : 1;
        case '?':
            if (*s == 0 || hidden || (*s == '/' && flags & PATHNAME))
                return 1;
            continue;
        case '*':
            if (hidden)
                return 1;
            while (*p == '*')
                p++;
            for (;; s++) {
                if (match(p, s, name, flags & ~PERIOD | (s == name || flags & PATHNAME ? flags & PERIOD : 0)) == 0)
                    return 0;
                if (*s == 0 || (*s == '/' && flags & PATHNAME))
                    return 1;
            }
        case '[':
            if (*s == 0 || hidden || (*s == '/' && flags & PATHNAME))
                return 1;
            after = bracket(p + 1, *s, flags, &matches);
            if (after != 0) {
                if (!matches)
                    return 1;
                p = after - 1;
                continue;
            }
            if (*s != '[')
                return 1;
            continue;
        case '\\':
            if (!(flags & NOESCAPE)) {
                p++;
                if (*p == 0)
                    return 1;
            }
            break;
        }
        if (*s == 0 || folded(*p, flags) != folded(*s, flags))
            return 1;
    }
}

int fnmatch(const char *pattern, const char *name, int flags)
{
    return match(pattern, name, name, flags);
}
