/* chmod, fchmod, fchmodat (POSIX): changes the permission bits of a file or directory. */
#include "internal/io.h"

extern struct __symtool_node __symtool_root;

/* Sets the permission bits of a node. The root directory is also the working directory at the start: Linux refuses the change of
   the former, but usually permits that of the latter. */
static int change(struct __symtool_node *node, unsigned mode)
{
    if (node == &__symtool_root)
        __symtool_unsupported("changing the permissions of the root directory");
    if (node == &__symtool_root || __symtool_is_fixed(node) || !__symtool_owns(node))
        return __symtool_fail(SYMTOOL_EPERM);
    switch (node->kind) {
    case SYMTOOL_FILE:
    case SYMTOOL_FOLDER:
    case SYMTOOL_FIFO:
    case SYMTOOL_SOCKET:
        node->mode = (int)mode & 07777;
        return 0;
    case SYMTOOL_LINK:
        return __symtool_fail(SYMTOOL_EOPNOTSUPP);
    case SYMTOOL_SINK:
    case SYMTOOL_ENDLESS:
        return __symtool_fail(SYMTOOL_EPERM);
    default:
        __symtool_unsupported("changing the permissions of a device");
        return __symtool_fail(SYMTOOL_EPERM);
    }
}

int fchmodat(int folder, const char *name, unsigned mode, int flags)
{
    if (flags & ~(SYMTOOL_AT_NO_FOLLOW | SYMTOOL_AT_EMPTY_PATH))
        return __symtool_fail(SYMTOOL_EINVAL);
    struct __symtool_node *node = __symtool_find(folder, name, flags);
    return node == 0 ? -1 : change(node, mode);
}

int chmod(const char *name, unsigned mode)
{
    return fchmodat(SYMTOOL_WORKING_FOLDER, name, mode, 0);
}

int fchmod(int descriptor, unsigned mode)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    return open == 0 ? -1 : change(open->node, mode);
}
