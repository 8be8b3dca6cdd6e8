/* posix_fadvise (POSIX): has no effect. */
#include "internal/io.h"

int posix_fadvise(int descriptor, long from, long length, int advice)
{
    int old = errno, known = __symtool_opened(descriptor) != 0;
    (void)from;
    errno = old;
    if (!known)
        return SYMTOOL_EBADF;
    return length < 0 || advice < 0 || advice > 5 ? SYMTOOL_EINVAL : 0;
}
