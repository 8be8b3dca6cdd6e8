/* ioctl (Linux): no descriptor is a device. FIONBIO makes an open file blocking or non-blocking. */
#include "internal/io.h"

enum { FIONBIO = 0x5421 };

int ioctl(int descriptor, unsigned long request, ...)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    if (open == 0)
        return -1;
    if (request == FIONBIO) {
        va_list list;
        __builtin_va_start(list, request);
        int *on = __builtin_va_arg(list, int *);
        __builtin_va_end(list);
        open->flags = (open->flags & ~SYMTOOL_NONBLOCK) | (*on ? SYMTOOL_NONBLOCK : 0);
        return 0;
    }
    if (open->node->kind == SYMTOOL_CHANNEL)
        __symtool_unsupported("ioctl of a pipe or a socket with another request than FIONBIO");
    return __symtool_fail(SYMTOOL_ENOTTY);
}
