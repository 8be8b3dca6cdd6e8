/* fwrite (C11 7.21.8.2). */
#include "internal/io.h"

unsigned long fwrite(const void *from, unsigned long size, unsigned long count, FILE *file)
{
    long n;
    if (size * count == 0)
        return 0;
    if (file->pushed > 0) {
        __symtool_lseek(file->descriptor, -(long)file->pushed, 1);
        file->pushed = 0;
    }
    if (!(file->state & SYMTOOL_WRITES)) {
        errno = SYMTOOL_EBADF;
        n = -1;
    } else {
        n = __symtool_write(file->descriptor, from, size * count);
    }
    if (n < 0) {
        file->state |= SYMTOOL_FAILED;
        return 0;
    }
    file->state |= SYMTOOL_WROTE;
    return (unsigned long)n / size;
}

unsigned long fwrite_unlocked(const void *from, unsigned long size, unsigned long count, FILE *file)
{
    return fwrite(from, size, count, file);
}
