/* rename (C11 7.21.4.2): an existing file with the new name loses this name. */
#include "internal/io.h"

int rename(const char *from, const char *to)
{
    struct __symtool_node *node = __symtool_find(from), *old = __symtool_find(to);
    if (node == 0 && *from != 0 && __symtool_is_folder(from)) {
        __symtool_unsupported("renaming a folder");
        errno = SYMTOOL_EACCES;
        return -1;
    }
    if (node == 0 || *to == 0 || !__symtool_folder_exists_for(to)) {
        errno = SYMTOOL_ENOENT;
        return -1;
    }
    if (old == 0 && __symtool_is_folder(to)) {
        errno = SYMTOOL_EISDIR;
        return -1;
    }
    if (node->kind != SYMTOOL_FILE || (old != 0 && old->kind != SYMTOOL_FILE)) {
        errno = SYMTOOL_EACCES;
        return -1;
    }
    if (old != node) {
        if (old != 0)
            old->name = 0;
        node->name = __symtool_plain_name(to);
    }
    return 0;
}
