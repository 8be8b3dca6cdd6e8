/* access, faccessat (POSIX): checks the permissions that the owner of a file has. */
#include "internal/io.h"

int faccessat(int folder, const char *name, int mode, int flags)
{
    struct __symtool_node *node;
    if ((mode & ~7) || (flags & ~(SYMTOOL_AT_NO_FOLLOW | SYMTOOL_AT_EFFECTIVE | SYMTOOL_AT_EMPTY_PATH)))
        return __symtool_fail(SYMTOOL_EINVAL);
    node = __symtool_find(folder, name, flags);
    if (node == 0)
        return -1;
    return __symtool_permits(node, mode) ? 0 : __symtool_fail(SYMTOOL_EACCES);
}

int access(const char *name, int mode)
{
    return faccessat(SYMTOOL_WORKING_FOLDER, name, mode, 0);
}
