/* chmod, fchmod, fchmodat (POSIX): changes the permission bits of a file. */
#include "internal/io.h"

static int change(struct __symtool_node *node, unsigned mode)
{
    if (node == 0) {
        errno = SYMTOOL_EROFS;
        return -1;
    }
    if (node->kind != SYMTOOL_FILE) {
        __symtool_unsupported("changing the permissions of a device");
        errno = SYMTOOL_EPERM;
        return -1;
    }
    node->mode = (int)(mode & 07777) | SYMTOOL_MODE_SET;
    return 0;
}

int chmod(const char *name, unsigned mode)
{
    return __symtool_exists(name) ? change(__symtool_find(name), mode) : -1;
}

int fchmod(int descriptor, unsigned mode)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    return open == 0 ? -1 : change(open->node, mode);
}

int fchmodat(int folder, const char *name, unsigned mode, int flags)
{
    (void)flags;
    return __symtool_is_plain_at(folder, name) ? chmod(name, mode) : -1;
}
