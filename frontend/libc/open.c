/* open, creat (POSIX): opens a file of the environment or one the program created, never one of the host. */
#include "internal/io.h"

/* Returns the standard descriptor for a name under /dev, or -1. */
static int standard(const char *plain)
{
    return strcmp(plain, "dev/stdin") == 0    ? 0
           : strcmp(plain, "dev/stdout") == 0 ? 1
           : strcmp(plain, "dev/stderr") == 0 ? 2
                                              : -1;
}

/* Returns whether the permissions of a file forbid its owner to open it. */
static int is_forbidden(struct __symtool_node *node, int flags)
{
    int access = flags & SYMTOOL_ACCESS;
    int wanted = access == SYMTOOL_READ_WRITE ? 6 : access == SYMTOOL_WRITE_ONLY ? 2 : 4;
    return node->kind == SYMTOOL_FILE && (wanted & ~(__symtool_permissions(node) >> 6)) != 0;
}

int __symtool_open(const char *name, int flags, int mode)
{
    struct __symtool_node *node = __symtool_find(name);
    int same = standard(__symtool_plain_name(name));
    if (same >= 0)
        return __symtool_opened(same) == 0 ? -1 : __symtool_put_open(__symtool_opened(same), 0);
    if (node == 0 && *name != 0 && __symtool_is_folder(name)) {
        if (flags & (SYMTOOL_ACCESS | SYMTOOL_CREATE)) {
            errno = SYMTOOL_EISDIR;
            return -1;
        }
        __symtool_unsupported("opening a folder");
        errno = SYMTOOL_EACCES;
        return -1;
    }
    if (node != 0 && (flags & SYMTOOL_CREATE) && (flags & SYMTOOL_EXCLUSIVE)) {
        errno = SYMTOOL_EEXIST;
        return -1;
    }
    if (node == 0) {
        if (*name == 0 || !(flags & SYMTOOL_CREATE) || !__symtool_folder_exists_for(name)) {
            errno = SYMTOOL_ENOENT;
            return -1;
        }
        node = __symtool_new_node(name, mode & ~022);
    } else if (is_forbidden(node, flags)) {
        errno = SYMTOOL_EACCES;
        return -1;
    }
    int descriptor = __symtool_open_node(node, flags);
    if (descriptor >= 0 && (flags & SYMTOOL_TRUNCATE) && node->kind == SYMTOOL_FILE) {
        node->input = 0;
        node->size = 0;
    }
    return descriptor;
}

int open(const char *name, int flags, ...)
{
    int mode = 0;
    if (flags & SYMTOOL_CREATE) {
        va_list list;
        __builtin_va_start(list, flags);
        mode = __builtin_va_arg(list, int);
        __builtin_va_end(list);
    }
    return __symtool_open(name, flags, mode);
}

int creat(const char *name, int mode)
{
    return __symtool_open(name, SYMTOOL_WRITE_ONLY | SYMTOOL_CREATE | SYMTOOL_TRUNCATE, mode);
}
