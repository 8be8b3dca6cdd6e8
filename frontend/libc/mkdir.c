/* mkdir, rmdir, chdir (POSIX): directories exist only in file names; the root is the working directory. */
#include "internal/io.h"

int mkdir(const char *name, unsigned mode)
{
    (void)mode;
    if (*name == 0)
        errno = SYMTOOL_ENOENT;
    else if (__symtool_find(name) != 0 || __symtool_is_folder(name))
        errno = SYMTOOL_EEXIST;
    else
        errno = __symtool_folder_exists_for(name) ? SYMTOOL_EROFS : SYMTOOL_ENOENT;
    return -1;
}

int rmdir(const char *name)
{
    if (*name != 0 && __symtool_is_folder(name))
        errno = SYMTOOL_EROFS;
    else
        errno = *name != 0 && __symtool_find(name) != 0 ? SYMTOOL_ENOTDIR : SYMTOOL_ENOENT;
    return -1;
}

int chdir(const char *name)
{
    if (*name == 0 || (__symtool_find(name) == 0 && !__symtool_is_folder(name))) {
        errno = SYMTOOL_ENOENT;
        return -1;
    }
    if (__symtool_find(name) != 0) {
        errno = SYMTOOL_ENOTDIR;
        return -1;
    }
    if (*__symtool_plain_name(name) == 0)
        return 0;
    __symtool_unsupported("changing the working directory");
    errno = SYMTOOL_EACCES;
    return -1;
}
