/* fgetc, getc (C11 7.21.7.1, 7.21.7.5): end-of-file is sticky until it is cleared. */
#include "internal/io.h"

int fgetc(FILE *file)
{
    struct __symtool_open *open;
    if (file->_IO_read_ptr != file->_IO_read_end)
        return (unsigned char)*file->_IO_read_ptr++;
    open = __symtool_opened(file->_fileno);
    if (open == 0 || (file->_flags & SYMTOOL_NO_READS)) {
        file->_flags |= SYMTOOL_FAILED;
        errno = SYMTOOL_EBADF;
        return -1;
    }
    if (open->node->kind == SYMTOOL_ENDLESS && (file->_flags & SYMTOOL_AT_END) == 0) {
        unsigned char byte;
        ((struct __symtool_device *)open->node)->fill(&byte, 1);
        return byte;
    }
    if (open->node->kind == SYMTOOL_FIFO && (file->_flags & SYMTOOL_AT_END) == 0) {
        unsigned char byte;
        long n = ((struct __symtool_pipe *)open->node)->read(open, &byte, 1);
        if (n <= 0)
            file->_flags |= n < 0 ? SYMTOOL_FAILED : SYMTOOL_AT_END;
        return n <= 0 ? -1 : byte;
    }
    if ((file->_flags & SYMTOOL_AT_END) || (open->node->kind != SYMTOOL_FILE && open->node->kind != SYMTOOL_MEMORY)
        || open->offset >= open->node->size) {
        if (open->node->kind == SYMTOOL_FOLDER) {
            file->_flags |= SYMTOOL_FAILED;
            errno = SYMTOOL_EISDIR;
            return -1;
        }
        file->_flags |= SYMTOOL_AT_END;
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
