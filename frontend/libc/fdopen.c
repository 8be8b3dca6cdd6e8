/* fdopen (POSIX). */
#include "internal/io.h"

FILE *fdopen(int descriptor, const char *mode)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    int flags = open == 0 ? -1 : __symtool_mode_flags(mode);
    if (flags < 0)
        return 0;
    int has = open->flags & SYMTOOL_ACCESS, wants = flags & SYMTOOL_ACCESS;
    if (has != SYMTOOL_READ_WRITE && has != wants) {
        errno = SYMTOOL_EINVAL;
        return 0;
    }
    open->flags |= flags & SYMTOOL_APPEND;
    return __symtool_new_stream(descriptor, flags);
}
