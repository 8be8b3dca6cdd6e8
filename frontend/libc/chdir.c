/* chdir, fchdir (POSIX): sets the working directory. */
#include "internal/io.h"

/* Makes a directory the working directory. */
static int change(struct __symtool_node *node)
{
    if (node->kind != SYMTOOL_FOLDER)
        return __symtool_fail(SYMTOOL_ENOTDIR);
    if (!__symtool_permits(node, 1))
        return __symtool_fail(SYMTOOL_EACCES);
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
