/* mmap, munmap, mprotect, msync, madvise (POSIX), mincore (Linux): mmap returns zeroed memory, or a private copy of a file. */
#include "internal/io.h"

enum { SHARED = 1, FIXED = 0x10, ANONYMOUS = 0x20, CAN_WRITE = 2, PAGE = 4096, CODE_BITS = 36 /* functions are in region 1 */ };

int __symtool_is_mapped(const void *address, unsigned long size);

static void *refuse(int number)
{
    errno = number;
    return (void *)-1;
}

void *mmap(void *wanted, unsigned long length, int protection, int flags, int descriptor, long offset)
{
    struct __symtool_open *open;
    unsigned long rounded = (length + PAGE - 1) / PAGE * PAGE;
    unsigned char *block;
    (void)wanted;
    if (length == 0 || offset < 0 || offset % PAGE != 0)
        return refuse(SYMTOOL_EINVAL);
    if (flags & FIXED) {
        __symtool_unsupported("mmap at a fixed address");
        return refuse(SYMTOOL_ENOMEM);
    }
    if (flags & ANONYMOUS) {
        block = __symtool_library_block(rounded);
        return block == 0 ? refuse(SYMTOOL_ENOMEM) : block;
    }
    open = __symtool_opened(descriptor);
    if (open == 0)
        return (void *)-1;
    if (open->node->kind == SYMTOOL_FOLDER || open->node->kind == SYMTOOL_CHANNEL)
        return refuse(SYMTOOL_ENODEV);
    if (open->node->kind != SYMTOOL_FILE || (open->flags & SYMTOOL_ACCESS) == SYMTOOL_WRITE_ONLY)
        return refuse(SYMTOOL_EACCES);
    if ((flags & SHARED) && (protection & CAN_WRITE)) {
        __symtool_unsupported("mmap of a file that is shared and written");
        return refuse(SYMTOOL_EACCES);
    }
    block = __symtool_library_block(rounded);
    if (block == 0)
        return refuse(SYMTOOL_ENOMEM);
    if ((unsigned long)offset < open->node->size) {
        unsigned long n = open->node->size - (unsigned long)offset;
        memcpy(block, open->node->bytes + offset, n < rounded ? n : rounded);
    }
    return block;
}

int munmap(void *block, unsigned long length)
{
    if ((unsigned long)block % PAGE == 0 && length != 0)
        return 0;
    errno = SYMTOOL_EINVAL;
    return -1;
}

int mprotect(void *block, unsigned long length, int protection)
{
    (void)length;
    (void)protection;
    if ((unsigned long)block % PAGE == 0)
        return 0;
    errno = SYMTOOL_EINVAL;
    return -1;
}

int msync(void *block, unsigned long length, int flags)
{
    (void)flags;
    return mprotect(block, length, 0);
}

/* The pages of live objects are in memory; all other pages are not mapped. */
int mincore(void *start, unsigned long length, unsigned char *vector)
{
    unsigned long at = (unsigned long)start, page, pages = length / PAGE + (length % PAGE != 0);
    if (at % PAGE != 0) {
        errno = SYMTOOL_EINVAL;
        return -1;
    }
    for (page = 0; page < pages; page++) {
        if (at >> CODE_BITS == 1)
            __symtool_unsupported("mincore for the pages of functions");
        if (!__symtool_is_mapped((void *)at, PAGE)) {
            errno = SYMTOOL_ENOMEM;
            return -1;
        }
        vector[page] = 1;
        at += PAGE;
    }
    return 0;
}

int madvise(void *block, unsigned long length, int advice)
{
    if (advice == 4)
        __symtool_unsupported("madvise that gives pages back");
    return mprotect(block, length, 0);
}
