/* rename (C11 7.21.4.2), renameat (POSIX): moves a name. The node that has the new name before loses it. */
#include "internal/io.h"

/* Returns whether a node is a directory that contains `folder`, directly or indirectly, or is this directory. */
static int contains(struct __symtool_node *node, struct __symtool_node *folder)
{
    while (folder != node && folder != folder->parent)
        folder = folder->parent;
    return folder == node;
}

/* Returns the number of the error that the kinds of the two nodes cause, 0 if there is none. */
static int obstacle(struct __symtool_place *from, struct __symtool_place *to)
{
    int is_folder = from->node->kind == SYMTOOL_FOLDER;
    if (to->node != 0 && is_folder != (to->node->kind == SYMTOOL_FOLDER))
        return is_folder ? SYMTOOL_ENOTDIR : SYMTOOL_EISDIR;
    if (is_folder && from->folder != to->folder && !__symtool_permits(from->node, 2))
        return SYMTOOL_EACCES; /* its entry `..` changes */
    return to->node != 0 && is_folder && __symtool_entries(to->node) != 0 ? SYMTOOL_ENOTEMPTY : 0;
}

int renameat(int from_folder, const char *from_name, int to_folder, const char *to_name)
{
    struct __symtool_place from, to;
    int number;
    if (__symtool_walk(from_folder, from_name, SYMTOOL_PARENT, &from) != 0
        || __symtool_walk(to_folder, to_name, SYMTOOL_PARENT, &to) != 0)
        return -1;
    if (from.last != SYMTOOL_NAME || to.last != SYMTOOL_NAME)
        return __symtool_fail(SYMTOOL_EBUSY);
    if (__symtool_is_in_devices(from.folder) != __symtool_is_in_devices(to.folder))
        return __symtool_fail(SYMTOOL_EXDEV);
    if (from.node == 0 || to.folder->names == 0) /* missing, or the directory was removed */
        return __symtool_fail(SYMTOOL_ENOENT);
    if (from.node->kind != SYMTOOL_FOLDER && (from.slash || to.slash))
        return __symtool_fail(SYMTOOL_ENOTDIR);
    if (contains(from.node, to.folder))
        return __symtool_fail(SYMTOOL_EINVAL);
    if (to.node != 0 && contains(to.node, from.folder))
        return __symtool_fail(SYMTOOL_ENOTEMPTY);
    if (from.node == to.node)
        return 0;
    if (!__symtool_can_change(from.folder) || !__symtool_can_change(to.folder))
        return -1;
    if (__symtool_is_fixed(from.node) || __symtool_is_fixed(to.node))
        return __symtool_fail(SYMTOOL_EACCES);
    number = obstacle(&from, &to);
    if (number != 0)
        return __symtool_fail(number);
    if (to.node != 0) {
        __symtool_remove_entry(&to);
        if (to.node->kind == SYMTOOL_FOLDER)
            to.node->names = 0;
    }
    __symtool_remove_entry(&from);
    __symtool_add_entry(&to, from.node);
    return 0;
}

int rename(const char *from, const char *to)
{
    return renameat(SYMTOOL_WORKING_FOLDER, from, SYMTOOL_WORKING_FOLDER, to);
}
