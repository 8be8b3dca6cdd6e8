/* getcwd (POSIX): the path of the working directory. */
#include "internal/io.h"

char *getcwd(char *to, unsigned long size)
{
    if (to != 0 && size == 0) {
        errno = SYMTOOL_EINVAL;
        return 0;
    }
    const char *path = __symtool_folder_path(__symtool_working_folder);
    if (path == 0)
        return 0;
    unsigned long n = strlen(path) + 1;
    if (size < n && (to != 0 || size != 0)) {
        errno = SYMTOOL_ERANGE;
        return 0;
    }
    if (to == 0)
        to = malloc(size == 0 ? n : size);
    if (to != 0)
        memcpy(to, path, n);
    return to;
}
