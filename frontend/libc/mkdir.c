/* mkdir, mkdirat (POSIX): creates a directory. */
#include "internal/io.h"

int mkdirat(int folder, const char *name, unsigned mode)
{
    struct __symtool_place place;
    if (__symtool_walk_to_new(folder, name, 1, &place) != 0)
        return -1;
    return __symtool_make(&place, SYMTOOL_FOLDER, (int)mode & 01777 & ~__symtool_mask) == 0 ? -1 : 0;
}

int mkdir(const char *name, unsigned mode)
{
    return mkdirat(SYMTOOL_WORKING_FOLDER, name, mode);
}
