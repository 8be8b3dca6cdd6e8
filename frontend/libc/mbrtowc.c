/* Multibyte characters (C11 7.22.7, 7.29.6) of the C locale: each byte up to 127 is a character, others are invalid. */
typedef struct {
    int count;
    unsigned value;
} mbstate_t;
typedef unsigned long size_t;
extern int errno;

enum { SYMTOOL_EILSEQ = 84 };

int mbsinit(const mbstate_t *state)
{
    return state == 0 || state->count == 0;
}

size_t mbrtowc(int *to, const char *from, size_t n, mbstate_t *state)
{
    (void)state;
    if (from == 0)
        return 0;
    if (n == 0)
        return (size_t)-2;
    unsigned char c = (unsigned char)*from;
    if (c > 127) {
        errno = SYMTOOL_EILSEQ;
        return (size_t)-1;
    }
    if (to != 0)
        *to = c;
    return c != 0;
}

size_t mbrlen(const char *from, size_t n, mbstate_t *state)
{
    return mbrtowc(0, from, n, state);
}

int mbtowc(int *to, const char *from, size_t n)
{
    size_t got = from == 0 ? 0 : mbrtowc(to, from, n, 0);
    return got > 1 ? -1 : (int)got;
}

int mblen(const char *from, size_t n)
{
    return mbtowc(0, from, n);
}

size_t wcrtomb(char *to, int c, mbstate_t *state)
{
    (void)state;
    if (to == 0)
        return 1;
    if ((unsigned)c > 127) {
        errno = SYMTOOL_EILSEQ;
        return (size_t)-1;
    }
    *to = (char)c;
    return 1;
}

int wctomb(char *to, int c)
{
    return to == 0 ? 0 : (int)wcrtomb(to, c, 0);
}

size_t mbsrtowcs(int *to, const char **from, size_t n, mbstate_t *state)
{
    const char *at = *from;
    for (size_t i = 0; to == 0 || i < n; i++) {
        int c;
        size_t got = mbrtowc(&c, at, 1, state);
        if (got == (size_t)-1) {
            if (to != 0)
                *from = at;
            return got;
        }
        if (to != 0)
            to[i] = c;
        if (got == 0) {
            if (to != 0)
                *from = 0;
            return i;
        }
        at++;
    }
    *from = at;
    return n;
}

size_t mbstowcs(int *to, const char *from, size_t n)
{
    return mbsrtowcs(to, &from, n, 0);
}

size_t wcstombs(char *to, const int *from, size_t n)
{
    for (size_t i = 0; to == 0 || i < n; i++) {
        char c;
        if (wcrtomb(&c, from[i], 0) == (size_t)-1)
            return (size_t)-1;
        if (to != 0)
            to[i] = c;
        if (c == 0)
            return i;
    }
    return n;
}

unsigned btowc(int c)
{
    return c >= 0 && c <= 127 ? (unsigned)c : 0xffffffffU;
}

int wctob(unsigned c)
{
    return c <= 127 ? (int)c : -1;
}
