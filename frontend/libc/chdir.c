/* chdir, fchdir (POSIX): sets the working directory. */
#include "internal/io.h"

/* Makes a directory the working directory. */
static int change(struct __symtool_node *node)
{
    if (node->kind != SYMTOOL_FOLDER || !__symtool_permits(node, 1)) {
        errno = node->kind != SYMTOOL_FOLDER ? SYMTOOL_ENOTDIR : SYMTOOL_EACCES;
        return -1;
    }
    __symtool_working_folder = node;
    return 0;
}

int chdir(const char *name)
{
    struct __symtool_node *node = __symtool_find(SYMTOOL_WORKING_FOLDER, name, 0);
    return node == 0 ? -1 : change(node);
}

int fchdir(int descriptor)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    return open == 0 ? -1 : change(open->node);
}
