/* fwrite (C11 7.21.8.2). */
#include "internal/io.h"

unsigned long fwrite(const void *from, unsigned long size, unsigned long count, FILE *file)
{
    long n;
    if (size * count == 0)
        return 0;
    if (file->_IO_read_ptr != file->_IO_read_end) {
        __symtool_lseek(file->_fileno, file->_IO_read_ptr - file->_IO_read_end, 1);
        __symtool_drop_pushed(file);
    }
    if (file->_flags & SYMTOOL_NO_WRITES) {
        errno = SYMTOOL_EBADF;
        n = -1;
    } else {
        n = __symtool_write(file->_fileno, from, size * count);
    }
    if (n < 0) {
        file->_flags |= SYMTOOL_FAILED;
        return 0;
    }
    file->_old_offset += n;
    return (unsigned long)n / size;
}

unsigned long fwrite_unlocked(const void *from, unsigned long size, unsigned long count, FILE *file)
{
    return fwrite(from, size, count, file);
}
