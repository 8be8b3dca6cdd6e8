/* unlink, unlinkat (POSIX): removes a name of a file; the file remains usable while it is open. */
#include "internal/io.h"

/* Removes a name. The name of this function is reserved, so a program cannot define a function with the name. */
int __symtool_unlink_at(int folder, const char *name)
{
    struct __symtool_place place;
    if (__symtool_walk(folder, name, SYMTOOL_PARENT, &place) != 0)
        return -1;
    if (place.last != SYMTOOL_NAME)
        return __symtool_fail(SYMTOOL_EISDIR);
    if (place.node == 0)
        return __symtool_fail(SYMTOOL_ENOENT);
    if (place.slash)
        return __symtool_fail(place.node->kind == SYMTOOL_FOLDER ? SYMTOOL_EISDIR : SYMTOOL_ENOTDIR);
    if (!__symtool_can_change(place.folder))
        return -1;
    if (place.node->kind == SYMTOOL_FOLDER)
        return __symtool_fail(SYMTOOL_EISDIR);
    __symtool_remove_entry(&place);
    return 0;
}

int unlink(const char *name)
{
    return __symtool_unlink_at(SYMTOOL_WORKING_FOLDER, name);
}

int unlinkat(int folder, const char *name, int flags)
{
    if (flags & ~SYMTOOL_AT_REMOVE_FOLDER)
        return __symtool_fail(SYMTOOL_EINVAL);
    return flags & SYMTOOL_AT_REMOVE_FOLDER ? __symtool_rmdir_at(folder, name) : __symtool_unlink_at(folder, name);
}
