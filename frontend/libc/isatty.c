/* isatty, ttyname (POSIX): no descriptor is a terminal. */
#include "internal/io.h"

int isatty(int descriptor)
{
    if (__symtool_opened(descriptor) != 0)
        errno = SYMTOOL_ENOTTY;
    return 0;
}

char *ttyname(int descriptor)
{
    isatty(descriptor);
    return 0;
}
