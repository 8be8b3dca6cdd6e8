/* fcntl (POSIX): duplicates descriptors, reads and sets flags. Locks always succeed: there is no other process. */
#include "internal/io.h"

/* The flags that F_SETFL changes. */
enum { SETTABLE = SYMTOOL_APPEND | SYMTOOL_NONBLOCK };

int fcntl(int descriptor, int command, ...)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    va_list list;
    long argument;
    if (open == 0)
        return -1;
    switch (command) {
    case 0:    /* F_DUPFD */
    case 1030: /* F_DUPFD_CLOEXEC */
        __builtin_va_start(list, command);
        argument = __builtin_va_arg(list, int);
        __builtin_va_end(list);
        if (argument < 0 || argument >= SYMTOOL_DESCRIPTORS) {
            errno = SYMTOOL_EINVAL;
            return -1;
        }
        return __symtool_put_open(open, (int)argument);
    case 1: /* F_GETFD */
        return 0;
    case 3: /* F_GETFL */
        return open->flags & ~(SYMTOOL_CREATE | SYMTOOL_EXCLUSIVE | SYMTOOL_TRUNCATE);
    case 4: /* F_SETFL */
        __builtin_va_start(list, command);
        argument = __builtin_va_arg(list, int);
        __builtin_va_end(list);
        open->flags = (open->flags & ~SETTABLE) | ((int)argument & SETTABLE);
        return 0;
    case 2: /* F_SETFD */
    case 6: /* F_SETLK */
    case 7: /* F_SETLKW */
        return 0;
    default:
        errno = SYMTOOL_EINVAL;
        return -1;
    }
}
