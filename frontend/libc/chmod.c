/* chmod, fchmod, fchmodat (POSIX): changes the permission bits of a file. */
#include "internal/io.h"

enum { WORKING_FOLDER = -100 };

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
    struct __symtool_node *node = __symtool_find(name);
    if (node == 0 && (*name == 0 || !__symtool_is_folder(name))) {
        errno = SYMTOOL_ENOENT;
        return -1;
    }
    return change(node, mode);
}

int fchmod(int descriptor, unsigned mode)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    return open == 0 ? -1 : change(open->node, mode);
}

int fchmodat(int folder, const char *name, unsigned mode, int flags)
{
    (void)flags;
    if (folder != WORKING_FOLDER && *name != '/') {
        if (__symtool_opened(folder) != 0)
            errno = SYMTOOL_ENOTDIR;
        return -1;
    }
    return chmod(name, mode);
}
