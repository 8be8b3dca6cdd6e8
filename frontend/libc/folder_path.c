/* The absolute path of a directory, for getcwd and realpath. */
#include "internal/io.h"

/* Returns the name of a directory in the directory that contains it. */
static const char *name_of(struct __symtool_node *folder)
{
    struct __symtool_entry *entry = __symtool_entries(folder->parent);
    while (entry->node != folder)
        entry = entry->next;
    return entry->name;
}

/* Returns the path in a library-owned block. Sets errno and returns null if the directory was removed. */
char *__symtool_folder_path(struct __symtool_node *folder)
{
    unsigned long n = 1;
    char *path;
    if (folder->names == 0) {
        errno = SYMTOOL_ENOENT;
        return 0;
    }
    for (struct __symtool_node *at = folder; at != at->parent; at = at->parent)
        n += strlen(name_of(at)) + 1;
    path = __symtool_library_block(n + 1);
    if (n == 1)
        memcpy(path, "/", 2);
    else
        n--;
    path[n] = 0;
    for (struct __symtool_node *at = folder; at != at->parent; at = at->parent) {
        const char *name = name_of(at);
        unsigned long length = strlen(name);
        n -= length;
        memcpy(path + n, name, length);
        path[--n] = '/';
    }
    return path;
}
