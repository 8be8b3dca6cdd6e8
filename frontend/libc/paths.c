/* Paths: finds the node that a path denotes (POSIX, pathname resolution). */
#include "internal/io.h"

enum { MOST_LINKS = 40, LONGEST_NAME = 255 };

extern struct __symtool_node __symtool_root;

struct __symtool_node *__symtool_working_folder = &__symtool_root;

/* Sets errno and returns -1. */
int __symtool_fail(int number)
{
    errno = number;
    return -1;
}

/* Returns the directory at which a path begins. Sets errno and returns null if `from` is no open descriptor. */
static struct __symtool_node *start(int from, const char *path)
{
    if (*path == '/')
        return &__symtool_root;
    if (from == SYMTOOL_WORKING_FOLDER)
        return __symtool_working_folder;
    struct __symtool_open *open = __symtool_opened(from);
    return open == 0 ? 0 : open->node;
}

/* Returns the length of the first component, 0 if it is empty or too long. */
static unsigned long length_of(const char *path)
{
    unsigned long n = 0;
    while (path[n] != 0 && path[n] != '/')
        if (++n > LONGEST_NAME)
            return 0;
    return n;
}

/* Returns whether only slashes follow. */
static int is_end(const char *path)
{
    while (*path == '/')
        path++;
    return *path == 0;
}

/* Returns the target of a symbolic link with the rest of the path after it. */
static const char *joined(struct __symtool_node *link, const char *rest)
{
    if (*rest == 0)
        return (char *)link->bytes;
    unsigned long n = strlen(rest);
    char *path = __symtool_library_block(link->size + n + 1);
    memcpy(path, link->bytes, link->size);
    memcpy(path + link->size, rest, n + 1);
    return path;
}

/* Describes the place of a name that does not exist. */
static int missing(const char *path, int how, struct __symtool_place *to)
{
    unsigned long n = length_of(path);
    if (n == 0)
        return __symtool_fail(SYMTOOL_ENAMETOOLONG);
    if (!(how & SYMTOOL_PARENT) || !is_end(path + n))
        return __symtool_fail(SYMTOOL_ENOENT);
    to->node = 0;
    to->entry = 0;
    to->length = n;
    to->slash = path[n] != 0;
    return 0;
}

/* Follows a path, which begins at the directory of the descriptor `from`. After an error, sets errno and
   returns -1: a name does not exist (ENOENT) or is too long (ENAMETOOLONG), a name before a slash denotes no directory (ENOTDIR), a
   directory may not be searched (EACCES), there are too many symbolic links (ELOOP), `from` is not open (EBADF).
   Entries are compared before `.` and `..`, so that a symbolic name forks less often. */
int __symtool_walk(int from, const char *path, int how, struct __symtool_place *to)
{
    struct __symtool_node *node;
    int links = 0;
    if (*path == 0)
        return __symtool_fail(SYMTOOL_ENOENT);
    node = start(from, path);
    if (node == 0)
        return -1;
    to->last = SYMTOOL_ROOT;
    for (;;) {
        if (node->kind != SYMTOOL_FOLDER)
            return __symtool_fail(SYMTOOL_ENOTDIR);
        while (*path == '/')
            path++;
        if (*path == 0)
            break;
        if (!__symtool_permits(node, 1))
            return __symtool_fail(SYMTOOL_EACCES);
        to->entry = __symtool_find_entry(node, path, &to->length);
        if (to->entry == 0 && path[0] == '.' && (path[1] == 0 || path[1] == '/')) {
            to->last = SYMTOOL_DOT;
            path++;
            continue;
        }
        if (to->entry == 0 && path[0] == '.' && path[1] == '.' && (path[2] == 0 || path[2] == '/')) {
            to->last = SYMTOOL_DOT_DOT;
            node = node->parent;
            path += 2;
            continue;
        }
        to->last = SYMTOOL_NAME;
        to->folder = node;
        to->name = path;
        if (to->entry == 0)
            return missing(path, how, to);
        node = to->entry->node;
        path += to->length;
        to->slash = *path != 0;
        int is_last = !to->slash || ((how & SYMTOOL_PARENT) && is_end(path));
        if (node->kind == SYMTOOL_LINK && (!is_last || (!to->slash && (how & SYMTOOL_FOLLOW)))) {
            if (++links > MOST_LINKS)
                return __symtool_fail(SYMTOOL_ELOOP);
            path = joined(node, path);
            node = *path == '/' ? &__symtool_root : to->folder;
            to->last = SYMTOOL_ROOT;
        } else if (is_last) {
            break;
        }
    }
    to->node = node;
    return 0;
}

/* Returns the node that a path denotes, with the flags of `fstatat`. Sets errno and returns null if there is none. */
struct __symtool_node *__symtool_find(int from, const char *path, int flags)
{
    struct __symtool_place place;
    int how = flags & SYMTOOL_AT_NO_FOLLOW ? 0 : SYMTOOL_FOLLOW;
    if ((flags & SYMTOOL_AT_EMPTY_PATH) && *path == 0)
        return start(from, path);
    return __symtool_walk(from, path, how, &place) == 0 ? place.node : 0;
}

/* Finds the place of a new name. Fails if the name exists, or if slashes follow it and the new node is no directory. */
int __symtool_walk_to_new(int from, const char *path, int is_folder, struct __symtool_place *to)
{
    if (__symtool_walk(from, path, SYMTOOL_PARENT, to) != 0)
        return -1;
    if (to->last != SYMTOOL_NAME || to->node != 0)
        return __symtool_fail(SYMTOOL_EEXIST);
    return to->slash && !is_folder ? __symtool_fail(SYMTOOL_ENOENT) : 0;
}
