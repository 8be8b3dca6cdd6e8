/* opendir, readdir, rewinddir, closedir (POSIX). Directories exist only in the names of files. A directory lists the files that
   exist at opendir or rewinddir, except those that are removed before they are read. The order is that of
   `__symtool_files`, the latest file first. */
#include "internal/io.h"

extern struct __symtool_node *__symtool_files;

enum { REGULAR = 8, DIRECTORY = 4 };

/* The layout of Linux. */
struct dirent {
    unsigned long d_ino;
    long d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};

typedef struct __symtool_folder {
    char *prefix;           /* the normalized name with a slash after it; empty for the working directory */
    long position;          /* the number of entries read */
    struct __symtool_node *first, *next; /* the latest file at opendir or rewinddir, and the next file to read */
    struct dirent entry;    /* the latest entry */
} DIR;

void rewinddir(DIR *folder)
{
    folder->position = 0;
    folder->first = folder->next = __symtool_files;
}

DIR *opendir(const char *name)
{
    if (*name == 0 || !__symtool_is_folder(name)) {
        errno = *name != 0 && __symtool_find(name) != 0 ? SYMTOOL_ENOTDIR : SYMTOOL_ENOENT;
        return 0;
    }
    DIR *folder = malloc(sizeof *folder);
    if (folder == 0)
        return 0;
    char *plain = __symtool_plain_name(name);
    unsigned long n = strlen(plain);
    folder->prefix = __symtool_library_block(n + 2);
    memcpy(folder->prefix, plain, n);
    folder->prefix[n] = n > 0 ? '/' : 0;
    folder->prefix[n + 1] = 0;
    rewinddir(folder);
    return folder;
}

/* Returns the part of a file's name that is an entry of the directory, or null. Stores its length. */
static const char *entry_of(DIR *folder, struct __symtool_node *node, unsigned long *length)
{
    unsigned long n = strlen(folder->prefix);
    if (node->name == 0 || strncmp(node->name, folder->prefix, n) != 0)
        return 0;
    const char *entry = node->name + n;
    *length = 0;
    while (entry[*length] != 0 && entry[*length] != '/')
        ++*length;
    return entry;
}

/* Returns whether a listed file before `node` has the same entry: several files may lie below one directory. */
static int is_repeated(DIR *folder, struct __symtool_node *node, const char *entry, unsigned long length)
{
    unsigned long other_length;
    for (struct __symtool_node *other = folder->first; other != node; other = other->next) {
        const char *other_entry = entry_of(folder, other, &other_length);
        if (other_entry != 0 && other_length == length && strncmp(entry, other_entry, length) == 0)
            return 1;
    }
    return 0;
}

static struct dirent *put(DIR *folder, const char *name, unsigned long length, unsigned long inode, int type)
{
    struct dirent *entry = &folder->entry;
    entry->d_ino = inode;
    entry->d_off = ++folder->position;
    entry->d_reclen = sizeof *entry;
    entry->d_type = (unsigned char)type;
    memcpy(entry->d_name, name, length);
    entry->d_name[length] = 0;
    return entry;
}

struct dirent *readdir(DIR *folder)
{
    if (folder->position < 2)
        return put(folder, "..", (unsigned long)folder->position + 1, 2, DIRECTORY);
    while (folder->next != 0) {
        unsigned long length;
        struct __symtool_node *node = folder->next;
        const char *entry = entry_of(folder, node, &length);
        folder->next = node->next;
        if (entry == 0 || length > 255 || is_repeated(folder, node, entry, length))
            continue;
        int is_file = entry[length] == 0;
        return put(folder, entry, length, is_file ? (unsigned long)node : 2, is_file ? REGULAR : DIRECTORY);
    }
    return 0;
}

int closedir(DIR *folder)
{
    free(folder);
    return 0;
}
