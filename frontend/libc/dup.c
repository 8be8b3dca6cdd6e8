/* dup (POSIX): duplicates a descriptor. */
#include "internal/io.h"

int dup(int descriptor)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    return open == 0 ? -1 : __symtool_put_open(open, 0);
}
