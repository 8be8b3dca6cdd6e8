/* open, openat, creat (POSIX): opens a file of the environment or one the program created, never one of the host. */
#include "internal/io.h"

/* Returns the number of the error with which opening a node fails; 0 if it succeeds. */
static int obstacle(struct __symtool_node *node, int flags)
{
    int access = flags & SYMTOOL_ACCESS;
    int wanted = (access == SYMTOOL_READ_WRITE ? 6 : access == SYMTOOL_WRITE_ONLY ? 2 : 4) | (flags & SYMTOOL_TRUNCATE ? 2 : 0);
    if (node->kind == SYMTOOL_LINK)
        return flags & SYMTOOL_ONLY_FOLDER ? SYMTOOL_ENOTDIR : SYMTOOL_ELOOP;
    if (node->kind == SYMTOOL_FOLDER && (flags & (SYMTOOL_ACCESS | SYMTOOL_CREATE | SYMTOOL_TRUNCATE)))
        return SYMTOOL_EISDIR;
    if (node->kind != SYMTOOL_FOLDER && (flags & SYMTOOL_ONLY_FOLDER))
        return SYMTOOL_ENOTDIR;
    if (!__symtool_permits(node, wanted))
        return SYMTOOL_EACCES;
    if (node->kind == SYMTOOL_SOCKET)
        return SYMTOOL_ENXIO;
    if (node->kind == SYMTOOL_FIFO) {
        __symtool_unsupported("opening a FIFO");
        return SYMTOOL_EACCES;
    }
    return 0;
}

/* Finds the node to open. If `open` creates the file, finds its place. */
static int find(int folder, const char *name, int flags, struct __symtool_place *place)
{
    int creates = flags & SYMTOOL_CREATE, is_new = creates && (flags & SYMTOOL_EXCLUSIVE);
    int how = (is_new || (flags & SYMTOOL_NO_LINK) ? 0 : SYMTOOL_FOLLOW) | (creates ? SYMTOOL_PARENT : 0);
    if (__symtool_walk(folder, name, how, place) != 0)
        return -1;
    if (creates && place->last == SYMTOOL_NAME && place->slash)
        return __symtool_fail(SYMTOOL_EISDIR);
    return is_new && place->node != 0 ? __symtool_fail(SYMTOOL_EEXIST) : 0;
}

int __symtool_open_at(int folder, const char *name, int flags, int mode)
{
    struct __symtool_place place;
    struct __symtool_node *node;
    if (flags & (SYMTOOL_ONLY_NAME | SYMTOOL_UNNAMED))
        __symtool_unsupported("opening with O_PATH or O_TMPFILE");
    if ((flags & SYMTOOL_CREATE) && (flags & SYMTOOL_ONLY_FOLDER))
        return __symtool_fail(SYMTOOL_EINVAL);
    if (!__symtool_can_open()) /* as on Linux, this error precedes those of the path and creates no file */
        return __symtool_fail(*name == 0 ? SYMTOOL_ENOENT : SYMTOOL_EMFILE);
    if (find(folder, name, flags, &place) != 0)
        return -1;
    node = place.node;
    if (node == 0) {
        node = __symtool_make(&place, SYMTOOL_FILE, mode & 07777 & ~__symtool_mask);
        if (node == 0)
            return -1;
    } else {
        int number = obstacle(node, flags);
        if (number != 0)
            return __symtool_fail(number);
    }
    if (node->kind == SYMTOOL_STANDARD) {
        struct __symtool_open *same = __symtool_opened(((struct __symtool_device *)node)->descriptor);
        return same == 0 ? -1 : __symtool_put_open(same, 0);
    }
    int descriptor = __symtool_open_node(node, flags);
    if (descriptor >= 0 && (flags & SYMTOOL_TRUNCATE) && node->kind == SYMTOOL_FILE) {
        node->input = 0;
        node->size = 0;
    }
    return descriptor;
}

int __symtool_open(const char *name, int flags, int mode)
{
    return __symtool_open_at(SYMTOOL_WORKING_FOLDER, name, flags, mode);
}

/* Opens a file. The list contains the mode if the flags require one. */
static int open_with(int folder, const char *name, int flags, va_list list)
{
    return __symtool_open_at(folder, name, flags, flags & SYMTOOL_CREATE ? __builtin_va_arg(list, int) : 0);
}

int open(const char *name, int flags, ...)
{
    va_list list;
    __builtin_va_start(list, flags);
    int descriptor = open_with(SYMTOOL_WORKING_FOLDER, name, flags, list);
    __builtin_va_end(list);
    return descriptor;
}

int openat(int folder, const char *name, int flags, ...)
{
    va_list list;
    __builtin_va_start(list, flags);
    int descriptor = open_with(folder, name, flags, list);
    __builtin_va_end(list);
    return descriptor;
}

int creat(const char *name, int mode)
{
    return __symtool_open(name, SYMTOOL_WRITE_ONLY | SYMTOOL_CREATE | SYMTOOL_TRUNCATE, mode);
}
