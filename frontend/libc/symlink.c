/* symlink, symlinkat (POSIX): creates a symbolic link. */
#include "internal/io.h"

enum { LONGEST_TARGET = 4095 };

int symlinkat(const char *target, int folder, const char *name)
{
    struct __symtool_place place;
    struct __symtool_node *node;
    unsigned long n = strlen(target);
    if (n == 0 || n > LONGEST_TARGET)
        return __symtool_fail(n == 0 ? SYMTOOL_ENOENT : SYMTOOL_ENAMETOOLONG);
    if (__symtool_walk_to_new(folder, name, 0, &place) != 0)
        return -1;
    node = __symtool_make(&place, SYMTOOL_LINK, 0777);
    if (node == 0)
        return -1;
    node->bytes = __symtool_library_block(n + 1);
    node->size = n;
    memcpy(node->bytes, target, n + 1);
    return 0;
}

int symlink(const char *target, const char *name)
{
    return symlinkat(target, SYMTOOL_WORKING_FOLDER, name);
}
