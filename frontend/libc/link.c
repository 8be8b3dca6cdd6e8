/* link, linkat (POSIX): gives a node another name (a hard link). */
#include "internal/io.h"

/* Finds the node that gets another name. */
static int source(int folder, const char *name, int flags, struct __symtool_place *from)
{
    if (*name == 0 && (flags & SYMTOOL_AT_EMPTY_PATH) && folder != SYMTOOL_WORKING_FOLDER) {
        __symtool_unsupported("linkat with AT_EMPTY_PATH");
        return __symtool_fail(SYMTOOL_ENOENT);
    }
    return __symtool_walk(folder, name, flags & SYMTOOL_AT_FOLLOW ? SYMTOOL_FOLLOW : 0, from);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    struct __symtool_place old, new;
    if (flags & ~(SYMTOOL_AT_FOLLOW | SYMTOOL_AT_EMPTY_PATH))
        return __symtool_fail(SYMTOOL_EINVAL);
    if (source(from_folder, from, flags, &old) != 0 || __symtool_walk_to_new(to_folder, to, 0, &new) != 0)
        return -1;
    if (__symtool_is_in_devices(old.last == SYMTOOL_NAME ? old.folder : old.node) != __symtool_is_in_devices(new.folder))
        return __symtool_fail(SYMTOOL_EXDEV);
    if (!__symtool_can_change(new.folder))
        return -1;
    if (old.node->kind == SYMTOOL_FOLDER)
        return __symtool_fail(SYMTOOL_EPERM);
    __symtool_add_entry(&new, old.node);
    return 0;
}

int link(const char *from, const char *to)
{
    return linkat(SYMTOOL_WORKING_FOLDER, from, SYMTOOL_WORKING_FOLDER, to, 0);
}
