/* link, linkat (POSIX): gives a node another name (a hard link). */
#include "internal/io.h"

/* Returns the node that gets another name. */
static struct __symtool_node *source(int folder, const char *name, int flags)
{
    if (*name == 0 && (flags & SYMTOOL_AT_EMPTY_PATH) && folder != SYMTOOL_WORKING_FOLDER) {
        __symtool_unsupported("linkat with AT_EMPTY_PATH");
        errno = SYMTOOL_ENOENT;
        return 0;
    }
    return __symtool_find(folder, name, flags & SYMTOOL_AT_FOLLOW ? 0 : SYMTOOL_AT_NO_FOLLOW);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    struct __symtool_place place;
    if (flags & ~(SYMTOOL_AT_FOLLOW | SYMTOOL_AT_EMPTY_PATH))
        return __symtool_fail(SYMTOOL_EINVAL);
    struct __symtool_node *node = source(from_folder, from, flags);
    if (node == 0 || __symtool_walk_to_new(to_folder, to, 0, &place) != 0 || !__symtool_can_change(place.folder))
        return -1;
    if (node->kind == SYMTOOL_FOLDER)
        return __symtool_fail(SYMTOOL_EPERM);
    __symtool_add_entry(&place, node);
    return 0;
}

int link(const char *from, const char *to)
{
    return linkat(SYMTOOL_WORKING_FOLDER, from, SYMTOOL_WORKING_FOLDER, to, 0);
}
