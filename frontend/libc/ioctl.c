/* ioctl (Linux): no descriptor is a device. */
#include "internal/io.h"

int ioctl(int descriptor, unsigned long request, ...)
{
    (void)request;
    if (__symtool_opened(descriptor) != 0)
        errno = SYMTOOL_ENOTTY;
    return -1;
}
