/* access (POSIX): checks the permissions that the owner of a file has. */
#include "internal/io.h"

int access(const char *name, int mode)
{
    struct __symtool_node *node = __symtool_find(name);
    int allowed;
    if (!__symtool_exists(name))
        return -1;
    allowed = node == 0 ? 7 : __symtool_permissions(node) >> 6;
    if (mode & ~allowed & 7) {
        errno = SYMTOOL_EACCES;
        return -1;
    }
    return 0;
}
