/* write, pwrite (POSIX). */
#include "internal/io.h"

long __symtool_write(int descriptor, const void *from, unsigned long size)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    if (open == 0)
        return -1;
    if (open->node->kind == SYMTOOL_FIFO)
        return ((struct __symtool_pipe *)open->node)->write(open, from, size);
    if (open->flags & SYMTOOL_APPEND)
        open->offset = open->node->size;
    long n = __symtool_write_at(open, from, size, open->offset);
    if (n > 0)
        open->offset += (unsigned long)n;
    return n;
}

long write(int descriptor, const void *from, unsigned long size)
{
    return __symtool_write(descriptor, from, size);
}

long pwrite(int descriptor, const void *from, unsigned long size, long at)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    if (open == 0)
        return -1;
    if (at < 0) {
        errno = SYMTOOL_EINVAL;
        return -1;
    }
    if (open->node->kind == SYMTOOL_FIFO) {
        errno = SYMTOOL_ESPIPE;
        return -1;
    }
    /* On Linux, a file opened with O_APPEND is appended to regardless of the offset. */
    return __symtool_write_at(open, from, size,
                              open->flags & SYMTOOL_APPEND ? open->node->size : (unsigned long)at);
}
