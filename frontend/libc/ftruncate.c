/* ftruncate, truncate, fsync, fdatasync (POSIX). */
#include "internal/io.h"

/* Sets the size of a file; new bytes are zero. */
static int cut(struct __symtool_node *node, long size)
{
    if (size < 0 || node->kind != SYMTOOL_FILE)
        return __symtool_fail(SYMTOOL_EINVAL);
    if (__symtool_reserve(node, (unsigned long)size) != 0)
        return __symtool_fail(SYMTOOL_EFBIG);
    if ((unsigned long)size > node->size)
        memset(node->bytes + node->size, 0, (unsigned long)size - node->size);
    node->size = (unsigned long)size;
    return 0;
}

int ftruncate(int descriptor, long size)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    if (open == 0)
        return -1;
    if ((open->flags & SYMTOOL_ACCESS) == 0)
        return __symtool_fail(SYMTOOL_EINVAL);
    return cut(open->node, size);
}

int truncate(const char *name, long size)
{
    struct __symtool_node *node;
    if (size < 0)
        return __symtool_fail(SYMTOOL_EINVAL);
    node = __symtool_find(SYMTOOL_WORKING_FOLDER, name, 0);
    if (node == 0)
        return -1;
    if (node->kind == SYMTOOL_FOLDER)
        return __symtool_fail(SYMTOOL_EISDIR);
    if (node->kind == SYMTOOL_FILE && !__symtool_permits(node, 2))
        return __symtool_fail(SYMTOOL_EACCES);
    __symtool_settle(node);
    return cut(node, size);
}

int fsync(int descriptor)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    if (open == 0)
        return -1;
    return open->node->kind == SYMTOOL_CHANNEL ? __symtool_fail(SYMTOOL_EINVAL) : 0;
}

int fdatasync(int descriptor)
{
    return fsync(descriptor);
}
