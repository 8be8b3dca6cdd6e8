/* Entries of directories: a linked list of names with their nodes. The latest entry is the first of the list. */
#include "internal/io.h"

extern struct __symtool_node __symtool_root, __symtool_devices, __symtool_temporary;

/* Returns the first entry of a directory, or null. */
struct __symtool_entry *__symtool_entries(struct __symtool_node *folder)
{
    if (folder == &__symtool_devices)
        __symtool_mount_devices();
    return folder->entries;
}

/* Returns the entry whose name is the first component of `path`, or null. Stores the length of its name. */
struct __symtool_entry *__symtool_find_entry(struct __symtool_node *folder, const char *path, unsigned long *length)
{
    for (struct __symtool_entry *entry = __symtool_entries(folder); entry != 0; entry = entry->next) {
        const char *name = entry->name;
        unsigned long n = 0;
        while (name[n] != 0 && name[n] == path[n])
            n++;
        if (name[n] == 0 && (path[n] == 0 || path[n] == '/')) {
            *length = n;
            return entry;
        }
    }
    return 0;
}

/* Returns whether the program may add and remove entries of a directory. Sets errno if not. */
int __symtool_can_change(struct __symtool_node *folder)
{
    if (folder->names > 0 && __symtool_permits(folder, 3))
        return 1;
    errno = folder->names > 0 ? SYMTOOL_EACCES : SYMTOOL_ENOENT;
    return 0;
}

/* Returns whether a node is /dev or /tmp. They belong to another user, so the program cannot move or remove them or change
   their permissions. */
int __symtool_is_fixed(struct __symtool_node *node)
{
    return node == &__symtool_devices || node == &__symtool_temporary;
}

/* Returns whether a directory is in the file system of the devices: it is /dev or lies in it. */
int __symtool_is_in_devices(struct __symtool_node *folder)
{
    while (folder != &__symtool_devices && folder != folder->parent)
        folder = folder->parent;
    return folder == &__symtool_devices;
}

/* Adds the entry that `place` describes, for a node. */
void __symtool_add_entry(struct __symtool_place *place, struct __symtool_node *node)
{
    struct __symtool_node *folder = place->folder;
    struct __symtool_entry *entry = __symtool_library_block(sizeof *entry);
    char *name = __symtool_library_block(place->length + 1);
    memcpy(name, place->name, place->length);
    name[place->length] = 0;
    entry->name = name;
    entry->node = node;
    entry->next = __symtool_entries(folder);
    folder->entries = entry;
    if (node->kind == SYMTOOL_FOLDER) {
        node->parent = folder;
        folder->names++;
    } else {
        node->names++;
    }
}

/* Removes the entry that `place` describes. */
void __symtool_remove_entry(struct __symtool_place *place)
{
    struct __symtool_entry **link = &place->folder->entries;
    while (*link != place->entry)
        link = &(*link)->next;
    *link = place->entry->next;
    place->entry->node = 0;
    if (place->node->kind == SYMTOOL_FOLDER)
        place->folder->names--;
    else
        place->node->names--;
}

/* Creates a node with the name that `place` describes. If the permissions of the directory forbid it, sets errno and returns
   null. */
struct __symtool_node *__symtool_make(struct __symtool_place *place, int kind, int mode)
{
    if (!__symtool_can_change(place->folder))
        return 0;
    struct __symtool_node *node = __symtool_new_node(kind, mode);
    if (kind == SYMTOOL_FOLDER)
        node->names = 2;
    __symtool_add_entry(place, node);
    return node;
}
