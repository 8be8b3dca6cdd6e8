/* pathconf, fpathconf (POSIX): the limits of Linux that do not depend on the kind of the file system. */
#include "internal/io.h"

enum { MAX_CANON = 1, MAX_INPUT, NAME_MAX, PATH_MAX, PIPE_BUF, CHOWN_RESTRICTED, NO_TRUNC, VDISABLE };

static long limit(int name)
{
    switch (name) {
    case MAX_CANON:
    case MAX_INPUT:
    case NAME_MAX: return 255;
    case PATH_MAX:
    case PIPE_BUF: return 4096;
    case CHOWN_RESTRICTED:
    case NO_TRUNC: return 1;
    case VDISABLE: return 0;
    default:
        __symtool_unsupported("this limit of pathconf");
        errno = SYMTOOL_EINVAL;
        return -1;
    }
}

long pathconf(const char *path, int name)
{
    struct __symtool_place place;
    if (*path == 0)
        return __symtool_fail(SYMTOOL_ENOENT);
    if (name == NAME_MAX && __symtool_walk(SYMTOOL_WORKING_FOLDER, path, SYMTOOL_FOLLOW, &place) != 0)
        return -1;
    return limit(name);
}

long fpathconf(int descriptor, int name)
{
    if (descriptor < 0)
        return __symtool_fail(SYMTOOL_EBADF);
    if (name == NAME_MAX && __symtool_opened(descriptor) == 0)
        return -1;
    return limit(name);
}
