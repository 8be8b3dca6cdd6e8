/* chmod, fchmod, fchmodat (POSIX): changes the permission bits of a file or directory. */
#include "internal/io.h"

static int change(struct __symtool_node *node, unsigned mode)
{
    switch (node->kind) {
    case SYMTOOL_FILE:
    case SYMTOOL_FOLDER:
    case SYMTOOL_FIFO:
    case SYMTOOL_SOCKET:
        node->mode = (int)mode & 07777;
        return 0;
    case SYMTOOL_LINK:
        errno = SYMTOOL_EOPNOTSUPP;
        return -1;
    default:
        __symtool_unsupported("changing the permissions of a device");
        errno = SYMTOOL_EPERM;
        return -1;
    }
}

int fchmodat(int folder, const char *name, unsigned mode, int flags)
{
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
