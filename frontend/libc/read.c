/* read, pread (POSIX). */
#include "internal/io.h"

static long read_at(struct __symtool_open *open, void *to, unsigned long size, unsigned long at)
{
    struct __symtool_node *node = open->node;
    if ((open->flags & SYMTOOL_ACCESS) == SYMTOOL_WRITE_ONLY) {
        errno = SYMTOOL_EBADF;
        return -1;
    }
    if (node->kind == SYMTOOL_ENDLESS) {
        ((struct __symtool_device *)node)->fill(to, size);
        return (long)size;
    }
    if (node->kind == SYMTOOL_FOLDER) {
        errno = SYMTOOL_EISDIR;
        return -1;
    }
    if ((node->kind != SYMTOOL_FILE && node->kind != SYMTOOL_MEMORY) || at >= node->size)
        return 0;
    if (size > node->size - at)
        size = node->size - at;
    memcpy(to, node->bytes + at, size);
    return (long)size;
}

long __symtool_read(int descriptor, void *to, unsigned long size)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    if (open != 0 && open->node->kind == SYMTOOL_FIFO)
        return ((struct __symtool_pipe *)open->node)->read(open, to, size);
    long n = open == 0 ? -1 : read_at(open, to, size, open->offset);
    if (n > 0)
        open->offset += (unsigned long)n;
    return n;
}

long read(int descriptor, void *to, unsigned long size)
{
    return __symtool_read(descriptor, to, size);
}

long pread(int descriptor, void *to, unsigned long size, long at)
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
    return read_at(open, to, size, (unsigned long)at);
}
