/* getcwd (POSIX): the working directory is the root. */
#include "internal/io.h"

char *getcwd(char *to, unsigned long size)
{
    if (to != 0 && size == 0) {
        errno = SYMTOOL_EINVAL;
        return 0;
    }
    if (to != 0 && size < 2) {
        errno = SYMTOOL_ERANGE;
        return 0;
    }
    if (to == 0)
        to = malloc(size < 2 ? 2 : size);
    if (to != 0)
        memcpy(to, "/", 2);
    return to;
}
