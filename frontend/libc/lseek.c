/* lseek (POSIX). */
#include "internal/io.h"

long __symtool_lseek(int descriptor, long offset, int whence)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    long from;
    if (open == 0)
        return -1;
    if (open->node->kind == SYMTOOL_CONSOLE || open->node->kind == SYMTOOL_FIFO) {
        errno = SYMTOOL_ESPIPE;
        return -1;
    }
    if ((open->node->kind == SYMTOOL_SINK || open->node->kind == SYMTOOL_ENDLESS) && whence >= 0 && whence <= 2)
        return 0; /* a device has no positions */
    switch (whence) {
    case 0: from = 0; break;
    case 1: from = (long)open->offset; break;
    case 2: from = (long)open->node->size; break;
    default: errno = SYMTOOL_EINVAL; return -1;
    }
    if (offset > 0x7fffffffffffffff - from || from + offset < 0) {
        errno = SYMTOOL_EINVAL;
        return -1;
    }
    open->offset = (unsigned long)(from + offset);
    return from + offset;
}

long lseek(int descriptor, long offset, int whence)
{
    return __symtool_lseek(descriptor, offset, whence);
}
