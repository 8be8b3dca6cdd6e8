/* rmdir (POSIX): removes an empty directory. It remains usable while it is open or the working directory. */
#include "internal/io.h"

/* Removes a directory. The name of this function is reserved, so a program cannot define a function with the name. */
int __symtool_rmdir_at(int folder, const char *name)
{
    struct __symtool_place place;
    if (__symtool_walk(folder, name, SYMTOOL_PARENT, &place) != 0)
        return -1;
    switch (place.last) {
    case SYMTOOL_DOT: return __symtool_fail(SYMTOOL_EINVAL);
    case SYMTOOL_DOT_DOT: return __symtool_fail(SYMTOOL_ENOTEMPTY);
    case SYMTOOL_ROOT: return __symtool_fail(SYMTOOL_EBUSY);
    default: break;
    }
    if (place.node == 0)
        return __symtool_fail(SYMTOOL_ENOENT);
    if (!__symtool_can_change(place.folder))
        return -1;
    if (__symtool_is_fixed(place.node))
        return __symtool_fail(SYMTOOL_EACCES);
    if (place.node->kind != SYMTOOL_FOLDER)
        return __symtool_fail(SYMTOOL_ENOTDIR);
    if (__symtool_entries(place.node) != 0)
        return __symtool_fail(SYMTOOL_ENOTEMPTY);
    __symtool_remove_entry(&place);
    place.node->names = 0;
    return 0;
}

int rmdir(const char *name)
{
    return __symtool_rmdir_at(SYMTOOL_WORKING_FOLDER, name);
}
