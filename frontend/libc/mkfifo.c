/* mkfifo, mkfifoat, mknod, mknodat (POSIX): creates a node of another kind than a directory. */
#include "internal/io.h"

/* The type bits of a mode, with Linux's values. */
enum {
    KIND = 0170000, REGULAR = 0100000, FIFO = 0010000, SOCKET = 0140000, CHARACTERS = 0020000, BLOCKS = 0060000,
    FOLDER = 0040000
};

int mknodat(int folder, const char *name, unsigned mode, unsigned long device)
{
    struct __symtool_place place;
    int kind;
    switch (mode & KIND) {
    case 0:
    case REGULAR: kind = SYMTOOL_FILE; break;
    case FIFO: kind = SYMTOOL_FIFO; break;
    case SOCKET: kind = SYMTOOL_SOCKET; break;
    case FOLDER: return __symtool_fail(SYMTOOL_EPERM);
    case CHARACTERS:
    case BLOCKS: kind = -1; break;
    default: return __symtool_fail(SYMTOOL_EINVAL);
    }
    if (__symtool_walk_to_new(folder, name, 0, &place) != 0)
        return -1;
    if (kind < 0 && device == 0)
        __symtool_unsupported("creating a whiteout device");
    if (kind < 0) /* an ordinary user cannot create devices */
        return __symtool_can_change(place.folder) ? __symtool_fail(SYMTOOL_EPERM) : -1;
    return __symtool_make(&place, kind, (int)mode & 07777 & ~__symtool_mask) == 0 ? -1 : 0;
}

int mknod(const char *name, unsigned mode, unsigned long device)
{
    return mknodat(SYMTOOL_WORKING_FOLDER, name, mode, device);
}

int mkfifoat(int folder, const char *name, unsigned mode)
{
    return mknodat(folder, name, mode | FIFO, 0);
}

int mkfifo(const char *name, unsigned mode)
{
    return mkfifoat(SYMTOOL_WORKING_FOLDER, name, mode);
}
