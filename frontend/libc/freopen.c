/* freopen (C11 7.21.5.4). If a program contains this function, its calls of printf use the model in printf.c, which
   writes to the stream `stdout`, and not the engine's printf (see `redirects` in requests.rs). */
#include "internal/io.h"

FILE *freopen(const char *name, const char *mode, FILE *file)
{
    int flags = __symtool_mode_flags(mode), wanted = file->_fileno;
    int kept = file->_flags & SYMTOOL_STATIC;
    if (name == 0) {
        __symtool_unsupported("freopen without a name");
        return 0;
    }
    int descriptor = flags < 0 ? -1 : __symtool_open(name, flags, 0666);
    if (descriptor < 0) {
        if (wanted >= 0)
            __symtool_close(wanted);
        file->_fileno = -1;
        if (!kept)
            free(file);
        return 0;
    }
    if (wanted >= 0 && descriptor != wanted) {
        __symtool_dup2(descriptor, wanted);
        __symtool_close(descriptor);
        descriptor = wanted;
    }
    file->_fileno = descriptor;
    file->_flags = kept | __symtool_stream_flags(flags);
    file->_old_offset = 0;
    __symtool_drop_pushed(file);
    if ((flags & SYMTOOL_APPEND) && (flags & SYMTOOL_ACCESS) == SYMTOOL_WRITE_ONLY)
        __symtool_lseek(descriptor, 0, 2);
    return file;
}
