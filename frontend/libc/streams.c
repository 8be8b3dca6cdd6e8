/* Streams (C11 7.21.2): a descriptor with indicators and pushed-back bytes. */
#include "internal/io.h"

static FILE input = {0, SYMTOOL_READS | SYMTOOL_STATIC};
static FILE output = {1, SYMTOOL_WRITES | SYMTOOL_STATIC};
static FILE errors = {2, SYMTOOL_WRITES | SYMTOOL_STATIC};
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

/* Returns the operations that a stream with these flags permits. */
unsigned __symtool_stream_state(int flags)
{
    switch (flags & SYMTOOL_ACCESS) {
    case 0: return SYMTOOL_READS;
    case SYMTOOL_WRITE_ONLY: return SYMTOOL_WRITES;
    default: return SYMTOOL_READS | SYMTOOL_WRITES;
    }
}

FILE *__symtool_new_stream(int descriptor, int flags)
{
    FILE *file = malloc(sizeof *file);
    if (file == 0)
        return 0;
    file->descriptor = descriptor;
    file->state = __symtool_stream_state(flags);
    file->pushed = 0;
    file->synchronise = 0;
    file->block = 0;
    if ((flags & SYMTOOL_APPEND) && (flags & SYMTOOL_ACCESS) == SYMTOOL_WRITE_ONLY)
        __symtool_lseek(descriptor, 0, 2);
    return file;
}

/* Returns whether output to the stream goes to symtool's run log. */
int __symtool_on_console(FILE *file)
{
    int old = errno;
    struct __symtool_open *open = __symtool_opened(file->descriptor);
    errno = old;
    return open != 0 && open->node->kind == SYMTOOL_CONSOLE && (file->state & SYMTOOL_WRITES) != 0;
}
