/* fread (C11 7.21.8.1). */
#include "internal/io.h"

unsigned long fread(void *to, unsigned long size, unsigned long count, FILE *file)
{
    unsigned char *bytes = to;
    unsigned long wanted = size * count, n = 0;
    if (wanted == 0)
        return 0;
    while (n < wanted && file->_IO_read_ptr != file->_IO_read_end)
        bytes[n++] = (unsigned char)*file->_IO_read_ptr++;
    if (n < wanted) {
        int c = fgetc(file);
        if (c == -1)
            return n / size;
        bytes[n++] = (unsigned char)c;
    }
    while (n < wanted) { /* a read from a socket or a pipe may return less than what will arrive */
        long got = __symtool_read(file->_fileno, bytes + n, wanted - n);
        if (got <= 0) {
            file->_flags |= got < 0 ? SYMTOOL_FAILED : SYMTOOL_AT_END;
            break;
        }
        n += (unsigned long)got;
    }
    return n / size;
}

unsigned long fread_unlocked(void *to, unsigned long size, unsigned long count, FILE *file)
{
    return fread(to, size, count, file);
}
