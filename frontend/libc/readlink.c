/* readlink (POSIX): there are no symbolic links. */
#include "internal/io.h"

long readlink(const char *name, char *to, unsigned long size)
{
    (void)to;
    (void)size;
    int exists = __symtool_find(name) != 0 || (*name != 0 && __symtool_is_folder(name));
    errno = exists ? SYMTOOL_EINVAL : SYMTOOL_ENOENT;
    return -1;
}
