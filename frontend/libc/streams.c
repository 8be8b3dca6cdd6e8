/* Streams (C11 7.21.2): a descriptor with indicators and pushed-back bytes. */
#include "internal/io.h"

static FILE input = {._flags = SYMTOOL_NO_WRITES | SYMTOOL_STATIC, ._fileno = 0};
static FILE output = {._flags = SYMTOOL_NO_READS | SYMTOOL_STATIC, ._fileno = 1};
static FILE errors = {._flags = SYMTOOL_NO_READS | SYMTOOL_UNBUFFERED | SYMTOOL_STATIC, ._fileno = 2};
FILE *stdin = &input;
FILE *stdout = &output;
FILE *stderr = &errors;

/* Returns the flags of `open` for a mode of `fopen`, -1 if the mode is invalid. */
int __symtool_mode_flags(const char *mode)
{
    int flags;
    switch (*mode) {
    case 'r': flags = 0; break;
    case 'w': flags = SYMTOOL_WRITE_ONLY | SYMTOOL_CREATE | SYMTOOL_TRUNCATE; break;
    case 'a': flags = SYMTOOL_WRITE_ONLY | SYMTOOL_CREATE | SYMTOOL_APPEND; break;
    default: errno = SYMTOOL_EINVAL; return -1;
    }
    for (const char *s = mode + 1; *s != 0 && *s != ','; s++) {
        if (*s == '+')
            flags = (flags & ~SYMTOOL_ACCESS) | SYMTOOL_READ_WRITE;
        if (*s == 'x')
            flags |= SYMTOOL_EXCLUSIVE;
    }
    return flags;
}

/* Returns the flags of a stream that is opened with the flags `flags` of `open`: the operations that it refuses. */
int __symtool_stream_flags(int flags)
{
    switch (flags & SYMTOOL_ACCESS) {
    case 0: return SYMTOOL_NO_WRITES;
    case SYMTOOL_WRITE_ONLY: return SYMTOOL_NO_READS;
    default: return 0;
    }
}

/* Forgets the bytes that were pushed back. */
void __symtool_drop_pushed(FILE *file)
{
    file->_IO_read_ptr = file->_IO_read_end;
}

FILE *__symtool_new_stream(int descriptor, int flags)
{
    FILE *file = calloc(1, sizeof *file);
    if (file == 0)
        return 0;
    file->_fileno = descriptor;
    file->_flags = __symtool_stream_flags(flags);
    if ((flags & SYMTOOL_APPEND) && (flags & SYMTOOL_ACCESS) == SYMTOOL_WRITE_ONLY)
        __symtool_lseek(descriptor, 0, 2);
    return file;
}

/* Creates the stream of a new descriptor, which is closed if there is no memory for the stream. Returns null if the descriptor is
   negative. */
FILE *__symtool_own_stream(int descriptor, int flags)
{
    FILE *file = descriptor < 0 ? 0 : __symtool_new_stream(descriptor, flags);
    if (file == 0 && descriptor >= 0)
        __symtool_close(descriptor);
    return file;
}

/* Returns whether output to the stream goes to symtool's run log. */
int __symtool_on_console(FILE *file)
{
    int old = errno;
    struct __symtool_open *open = __symtool_opened(file->_fileno);
    errno = old;
    return open != 0 && open->node->kind == SYMTOOL_CONSOLE && (file->_flags & SYMTOOL_NO_WRITES) == 0;
}
