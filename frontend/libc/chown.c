/* chown and its variants (POSIX): the program is an ordinary user, who may only give a file of its own to its own group. */
#include "internal/io.h"

/* Fails unless the owner and the group may be changed to these; -1 stands for no change. */
static int change(struct __symtool_node *node, unsigned owner, unsigned group)
{
    int owns = __symtool_owns(node);
    if (owner != -1u && !(owns && owner == SYMTOOL_USER))
        return __symtool_fail(SYMTOOL_EPERM);
    if (group != -1u && !(owns && (group == SYMTOOL_USER || group == node->group)))
        return __symtool_fail(SYMTOOL_EPERM);
    if (group != -1u)
        node->group = group;
    return 0;
}

int fchown(int descriptor, unsigned owner, unsigned group)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    return open == 0 ? -1 : change(open->node, owner, group);
}

int fchownat(int folder, const char *name, unsigned owner, unsigned group, int flags)
{
    if (flags & ~(SYMTOOL_AT_NO_FOLLOW | SYMTOOL_AT_EMPTY_PATH))
        return __symtool_fail(SYMTOOL_EINVAL);
    struct __symtool_node *node = __symtool_find(folder, name, flags);
    return node == 0 ? -1 : change(node, owner, group);
}

int chown(const char *name, unsigned owner, unsigned group)
{
    return fchownat(SYMTOOL_WORKING_FOLDER, name, owner, group, 0);
}

int lchown(const char *name, unsigned owner, unsigned group)
{
    return fchownat(SYMTOOL_WORKING_FOLDER, name, owner, group, SYMTOOL_AT_NO_FOLLOW);
}
