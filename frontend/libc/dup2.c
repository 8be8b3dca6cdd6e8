/* dup2 (POSIX). If a program contains it, printf is the model in printf.c (see `redirects` in requests.rs). */
#include "internal/io.h"

int __symtool_dup2(int from, int to)
{
    struct __symtool_open *open = __symtool_opened(from);
    if (open == 0)
        return -1;
    if (to < 0 || to >= SYMTOOL_DESCRIPTORS) {
        errno = SYMTOOL_EBADF;
        return -1;
    }
    if (from == to)
        return to;
    int old = errno;
    __symtool_close(to);
    errno = old;
    return __symtool_put_open(open, to);
}

int dup2(int from, int to)
{
    return __symtool_dup2(from, to);
}
