/* realpath (POSIX), canonicalize_file_name (GNU): the absolute path of a node, without symbolic links. */
#include "internal/io.h"

enum { LONGEST_PATH = 4096 };

/* Returns the path of a node in a library-owned block, or null. */
static char *path_of(struct __symtool_place *place)
{
    if (place->node->kind == SYMTOOL_FOLDER)
        return __symtool_folder_path(place->node);
    char *folder = __symtool_folder_path(place->folder);
    if (folder == 0)
        return 0;
    unsigned long n = strlen(folder);
    char *path = __symtool_library_block(n + place->length + 2);
    memcpy(path, folder, n);
    if (n > 1)
        path[n++] = '/';
    memcpy(path + n, place->name, place->length);
    path[n + place->length] = 0;
    return path;
}

char *realpath(const char *name, char *to)
{
    struct __symtool_place place;
    if (name == 0) {
        errno = SYMTOOL_EINVAL;
        return 0;
    }
    if (__symtool_walk(SYMTOOL_WORKING_FOLDER, name, SYMTOOL_FOLLOW, &place) != 0)
        return 0;
    const char *path = path_of(&place);
    if (path == 0)
        return 0;
    unsigned long n = strlen(path) + 1;
    if (n > LONGEST_PATH) {
        errno = SYMTOOL_ENAMETOOLONG;
        return 0;
    }
    if (to == 0)
        to = malloc(n);
    if (to != 0)
        memcpy(to, path, n);
    return to;
}

char *canonicalize_file_name(const char *name)
{
    return realpath(name, 0);
}
