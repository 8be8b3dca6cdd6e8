/* iconv (POSIX): no conversion is available, which POSIX permits. */
typedef unsigned long size_t;
extern int errno;

enum { SYMTOOL_EBADF = 9, SYMTOOL_EINVAL = 22 };

void *iconv_open(const char *to, const char *from)
{
    (void)to;
    (void)from;
    errno = SYMTOOL_EINVAL;
    return (void *)-1L;
}

size_t iconv(void *way, char **from, size_t *from_left, char **to, size_t *to_left)
{
    (void)way;
    (void)from;
    (void)from_left;
    (void)to;
    (void)to_left;
    errno = SYMTOOL_EBADF;
    return (size_t)-1;
}

int iconv_close(void *way)
{
    (void)way;
    errno = SYMTOOL_EBADF;
    return -1;
}
