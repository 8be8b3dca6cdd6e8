/* openat and the other functions with a directory descriptor (POSIX). symtool has no such descriptors, so a name is
   absolute or relative to the working directory (AT_FDCWD). */
#include "internal/io.h"

enum { NO_FOLLOW = 0x100, REMOVE_FOLDER = 0x200, EMPTY_PATH = 0x1000 };

struct stat;
int stat(const char *name, struct stat *to);
int lstat(const char *name, struct stat *to);
int fstat(int descriptor, struct stat *to);
int access(const char *name, int mode);
int mkdir(const char *name, unsigned mode);
int rmdir(const char *name);
int unlink(const char *name);
int rename(const char *from, const char *to);
long readlink(const char *name, char *to, unsigned long size);

int openat(int folder, const char *name, int flags, ...)
{
    int mode = 0;
    if (!__symtool_is_plain_at(folder, name))
        return -1;
    if (flags & SYMTOOL_CREATE) {
        va_list list;
        __builtin_va_start(list, flags);
        mode = __builtin_va_arg(list, int);
        __builtin_va_end(list);
    }
    return __symtool_open(name, flags, mode);
}

int fstatat(int folder, const char *name, struct stat *to, int flags)
{
    if (*name == 0 && (flags & EMPTY_PATH) && folder != SYMTOOL_WORKING_FOLDER)
        return fstat(folder, to);
    if (!__symtool_is_plain_at(folder, name))
        return -1;
    return flags & NO_FOLLOW ? lstat(name, to) : stat(name, to);
}

int faccessat(int folder, const char *name, int mode, int flags)
{
    (void)flags;
    return __symtool_is_plain_at(folder, name) ? access(name, mode) : -1;
}

int mkdirat(int folder, const char *name, unsigned mode)
{
    return __symtool_is_plain_at(folder, name) ? mkdir(name, mode) : -1;
}

int unlinkat(int folder, const char *name, int flags)
{
    if (!__symtool_is_plain_at(folder, name))
        return -1;
    return flags & REMOVE_FOLDER ? rmdir(name) : unlink(name);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    return __symtool_is_plain_at(from_folder, from) && __symtool_is_plain_at(to_folder, to) ? rename(from, to) : -1;
}

long readlinkat(int folder, const char *name, char *to, unsigned long size)
{
    return __symtool_is_plain_at(folder, name) ? readlink(name, to, size) : -1;
}
