/* unlink (POSIX), remove (C11 7.21.4.1): removes the name; the file remains usable while it is open. */
#include "internal/io.h"

int __symtool_unlink(const char *name)
{
    struct __symtool_node *node = __symtool_find(name);
    if (node == 0 || node->kind != SYMTOOL_FILE) {
        if (node != 0)
            errno = SYMTOOL_EACCES;
        else
            errno = *name != 0 && __symtool_is_folder(name) ? SYMTOOL_EISDIR : SYMTOOL_ENOENT;
        return -1;
    }
    node->name = 0;
    return 0;
}

int unlink(const char *name)
{
    return __symtool_unlink(name);
}

int remove(const char *name)
{
    return __symtool_unlink(name);
}
