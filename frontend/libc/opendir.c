/* Directory streams (POSIX): opendir, fdopendir, readdir, rewinddir, telldir, seekdir, dirfd, closedir. The entries are read in
   the order of the list in entries.c: first `.` and `..`, then the latest entry. An entry that is added
   during reading is not listed. An entry that is removed during reading is listed only if it was read before its removal. */
#include "internal/io.h"

/* The layout of Linux. */
struct dirent {
    unsigned long d_ino;
    long d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};

/* Positions in a directory. Any other position is the address of the next entry. */
enum { AT_SELF, AT_PARENT, AT_FIRST, AT_END };

typedef struct __symtool_folder {
    int descriptor;
    long position;
    struct dirent entry; /* the latest entry */
} DIR;

DIR *fdopendir(int descriptor)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    if (open == 0)
        return 0;
    if (open->node->kind != SYMTOOL_FOLDER) {
        errno = SYMTOOL_ENOTDIR;
        return 0;
    }
    DIR *folder = malloc(sizeof *folder);
    if (folder == 0)
        return 0;
    folder->descriptor = descriptor;
    folder->position = AT_SELF;
    return folder;
}

DIR *opendir(const char *name)
{
    int descriptor = __symtool_open(name, SYMTOOL_ONLY_FOLDER, 0);
    DIR *folder = descriptor < 0 ? 0 : fdopendir(descriptor);
    if (folder == 0 && descriptor >= 0)
        __symtool_close(descriptor);
    return folder;
}

/* Stores an entry. The next call of readdir reads at the position `next`. */
static struct dirent *put(DIR *folder, const char *name, struct __symtool_node *node, long next)
{
    struct dirent *entry = &folder->entry;
    folder->position = next;
    entry->d_ino = (unsigned long)node;
    entry->d_off = next;
    entry->d_reclen = sizeof *entry;
    entry->d_type = (unsigned char)__symtool_node_type(node);
    memcpy(entry->d_name, name, strlen(name) + 1);
    return entry;
}

struct dirent *readdir(DIR *folder)
{
    struct __symtool_open *open = __symtool_opened(folder->descriptor);
    struct __symtool_entry *entry;
    if (open == 0 || open->node->names == 0) /* closed, or the directory was removed */
        return 0;
    switch (folder->position) {
    case AT_SELF: return put(folder, ".", open->node, AT_PARENT);
    case AT_PARENT: return put(folder, "..", open->node->parent, AT_FIRST);
    case AT_FIRST: entry = __symtool_entries(open->node); break;
    case AT_END: return 0;
    default: entry = (struct __symtool_entry *)folder->position; break;
    }
    while (entry != 0 && entry->node == 0)
        entry = entry->next;
    if (entry == 0) {
        folder->position = AT_END;
        return 0;
    }
    return put(folder, entry->name, entry->node, entry->next == 0 ? AT_END : (long)entry->next);
}

void rewinddir(DIR *folder)
{
    folder->position = AT_SELF;
}

long telldir(DIR *folder)
{
    return folder->position;
}

void seekdir(DIR *folder, long position)
{
    folder->position = position;
}

int dirfd(DIR *folder)
{
    return folder->descriptor;
}

int closedir(DIR *folder)
{
    int descriptor = folder->descriptor;
    free(folder);
    return __symtool_close(descriptor);
}
