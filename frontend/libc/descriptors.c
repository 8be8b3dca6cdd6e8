/* File descriptors and their open files. Descriptor 0 reads standard input; 1 and 2 write to symtool's run log. */
#include "internal/io.h"

extern struct __symtool_node __symtool_stdin;

static struct __symtool_node console = {.kind = SYMTOOL_CONSOLE, .mode = 0600, .names = 1, .owner = SYMTOOL_USER, .group = SYMTOOL_USER};

static struct __symtool_open opens[SYMTOOL_DESCRIPTORS] = {
    {&__symtool_stdin, 0, 0, 1},
    {&console, 0, SYMTOOL_WRITE_ONLY, 1},
    {&console, 0, SYMTOOL_WRITE_ONLY, 1},
};

static struct __symtool_open *descriptors[SYMTOOL_DESCRIPTORS] = {&opens[0], &opens[1], &opens[2]};

/* Returns the open file of a descriptor. Sets errno and returns null if the descriptor is not open. */
struct __symtool_open *__symtool_opened(int descriptor)
{
    if (descriptor < 0 || descriptor >= SYMTOOL_DESCRIPTORS || descriptors[descriptor] == 0) {
        errno = SYMTOOL_EBADF;
        return 0;
    }
    __symtool_settle(descriptors[descriptor]->node);
    return descriptors[descriptor];
}

/* Returns whether a descriptor is free; then an open file is free too. */
int __symtool_can_open(void)
{
    int i = 0;
    while (i < SYMTOOL_DESCRIPTORS && descriptors[i] != 0)
        i++;
    return i < SYMTOOL_DESCRIPTORS;
}

/* Assigns the first free descriptor from `least` on to an open file. */
int __symtool_put_open(struct __symtool_open *open, int least)
{
    for (int i = least; i < SYMTOOL_DESCRIPTORS; i++) {
        if (descriptors[i] == 0) {
            descriptors[i] = open;
            open->users++;
            return i;
        }
    }
    errno = SYMTOOL_EMFILE;
    return -1;
}

/* Opens a node and assigns the first free descriptor from `least` on to it. */
static int open_from(struct __symtool_node *node, int flags, int least)
{
    for (int i = 0; i < SYMTOOL_DESCRIPTORS; i++) {
        if (opens[i].users == 0) {
            opens[i].node = node;
            opens[i].offset = 0;
            opens[i].flags = flags;
            return __symtool_put_open(&opens[i], least);
        }
    }
    errno = SYMTOOL_EMFILE;
    return -1;
}

int __symtool_open_node(struct __symtool_node *node, int flags)
{
    return open_from(node, flags, 0);
}

/* Opens a memory stream. Its descriptor is a high number, which the descriptors of files rarely reach. */
int __symtool_open_memory(struct __symtool_node *node, int flags)
{
    return open_from(node, flags, SYMTOOL_DESCRIPTORS / 2);
}

int __symtool_close(int descriptor)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    if (open == 0)
        return -1;
    open->users--;
    descriptors[descriptor] = 0;
    if (open->users == 0 && open->node->kind == SYMTOOL_CHANNEL)
        ((struct __symtool_channel *)open->node)->close(open);
    return 0;
}

/* Writes to the memory of fmemopen and appends a null byte, which overwrites the last byte if the memory is full. */
static long write_memory(struct __symtool_node *node, const char *from, unsigned long size, unsigned long at)
{
    int add = size == 0 || from[size - 1] != 0;
    if (at + size > node->room) {
        /* A real C library reports an error for such a write when the stream is flushed. */
        __symtool_unsupported("a write beyond the end of the memory of fmemopen");
        errno = SYMTOOL_ENOSPC;
        return -1;
    }
    if (at > node->size)
        memset(node->bytes + node->size, 0, at - node->size);
    memcpy(node->bytes + at, from, size);
    if (at + size > node->size) {
        node->size = at + size;
        if (node->size < node->room && add)
            node->bytes[node->size] = 0;
        else if (add)
            node->bytes[node->room - 1] = 0;
    }
    return (long)size;
}

/* Writes at an offset of a file. If the file ends before the offset, fills the gap with zeros. */
long __symtool_write_at(struct __symtool_open *open, const void *from, unsigned long size, unsigned long at)
{
    struct __symtool_node *node = open->node;
    if ((open->flags & SYMTOOL_ACCESS) == 0) {
        errno = SYMTOOL_EBADF;
        return -1;
    }
    if (node->kind == SYMTOOL_CONSOLE)
        __symtool_output(from, size);
    if (node->kind == SYMTOOL_MEMORY && size > 0)
        return write_memory(node, from, size, at);
    if (node->kind != SYMTOOL_FILE || size == 0)
        return (long)size;
    if ((long)size < 0 || (long)(at + size) < 0) {
        errno = SYMTOOL_EINVAL;
        return -1;
    }
    if (__symtool_reserve(node, at + size) != 0) {
        errno = SYMTOOL_EFBIG;
        return -1;
    }
    if (at > node->size)
        memset(node->bytes + node->size, 0, at - node->size);
    memcpy(node->bytes + at, from, size);
    if (at + size > node->size)
        node->size = at + size;
    return (long)size;
}
