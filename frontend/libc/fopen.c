/* fopen (C11 7.21.5.3). */
#include "internal/io.h"

FILE *fopen(const char *name, const char *mode)
{
    int flags = __symtool_mode_flags(mode);
    int descriptor = flags < 0 ? -1 : __symtool_open(name, flags, 0666);
    return __symtool_own_stream(descriptor, flags);
}

FILE *fopen64(const char *name, const char *mode)
{
    return fopen(name, mode);
}
