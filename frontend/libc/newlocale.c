/* newlocale, duplocale, freelocale, uselocale (POSIX): every locale object is the C locale. Each new object is a block of
   memory of its own, so a program that forgets to free one has a leak. */
extern int errno;
void *malloc(unsigned long size);
void free(void *block);
int strcmp(const char *a, const char *b);

enum { SYMTOOL_ENOENT = 2, SYMTOOL_EINVAL = 22, SYMTOOL_ALL_CATEGORIES = 0x1fbf };

typedef struct __locale_struct *locale_t;

static locale_t current = (locale_t)-1L; /* LC_GLOBAL_LOCALE */

locale_t newlocale(int categories, const char *name, locale_t base)
{
    if ((categories & ~SYMTOOL_ALL_CATEGORIES) != 0 || name == 0) {
        errno = SYMTOOL_EINVAL;
        return 0;
    }
    if (*name != 0 && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0) {
        errno = SYMTOOL_ENOENT;
        return 0;
    }
    return base != 0 ? base : malloc(8);
}

locale_t duplocale(locale_t locale)
{
    (void)locale;
    return malloc(8);
}

void freelocale(locale_t locale)
{
    free(locale);
}

locale_t uselocale(locale_t locale)
{
    locale_t old = current;
    if (locale != 0)
        current = locale;
    return old;
}
