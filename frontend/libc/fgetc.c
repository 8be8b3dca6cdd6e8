/* fgetc, getc (C11 7.21.7.1, 7.21.7.5): end-of-file is sticky until it is cleared. */
#include "internal/io.h"

int fgetc(FILE *file)
{
    struct __symtool_open *open;
    if (file->pushed > 0)
        return file->back[--file->pushed];
    open = __symtool_opened(file->descriptor);
    if (open == 0 || !(file->state & SYMTOOL_READS)) {
        file->state |= SYMTOOL_FAILED;
        errno = SYMTOOL_EBADF;
        return -1;
    }
    if ((file->state & SYMTOOL_AT_END) || (open->node->kind != SYMTOOL_FILE && open->node->kind != SYMTOOL_MEMORY)
        || open->offset >= open->node->size) {
        file->state |= SYMTOOL_AT_END;
        return -1;
    }
    return open->node->bytes[open->offset++];
}

int getc(FILE *file)
{
    return fgetc(file);
}

int getc_unlocked(FILE *file)
{
    return fgetc(file);
}

int fgetc_unlocked(FILE *file)
{
    return fgetc(file);
}
