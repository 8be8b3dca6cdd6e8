/* readlink, readlinkat (POSIX): stores the target of a symbolic link, without a null byte. */
#include "internal/io.h"

long readlinkat(int folder, const char *name, char *to, unsigned long size)
{
    struct __symtool_node *node;
    if ((long)size <= 0)
        return __symtool_fail(SYMTOOL_EINVAL);
    node = __symtool_find(folder, name, SYMTOOL_AT_NO_FOLLOW);
    if (node == 0)
        return -1;
    if (node->kind != SYMTOOL_LINK)
        return __symtool_fail(SYMTOOL_EINVAL);
    if (size > node->size)
        size = node->size;
    memcpy(to, node->bytes, size);
    return (long)size;
}

long readlink(const char *name, char *to, unsigned long size)
{
    return readlinkat(SYMTOOL_WORKING_FOLDER, name, to, size);
}
