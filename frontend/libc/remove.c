/* remove (C11 7.21.4.1): removes the name of a file, or an empty directory (POSIX). */
#include "internal/io.h"

int remove(const char *name)
{
    struct __symtool_place place;
    if (__symtool_walk(SYMTOOL_WORKING_FOLDER, name, SYMTOOL_PARENT, &place) != 0)
        return -1;
    int is_folder = place.node != 0 && place.node->kind == SYMTOOL_FOLDER;
    return is_folder ? __symtool_rmdir_at(SYMTOOL_WORKING_FOLDER, name) : __symtool_unlink_at(SYMTOOL_WORKING_FOLDER, name);
}
