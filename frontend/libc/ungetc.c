/* ungetc (C11 7.21.7.10): pushes back up to 20 bytes. */
#include "internal/io.h"

int ungetc(int c, FILE *file)
{
    if (c == -1 || (file->_flags & SYMTOOL_NO_READS))
        return -1;
    if (file->_IO_read_ptr == file->_IO_read_end) {
        file->_IO_read_base = file->_unused2;
        file->_IO_read_end = file->_unused2 + sizeof file->_unused2;
        file->_IO_read_ptr = file->_IO_read_end;
    }
    if (file->_IO_read_ptr == file->_IO_read_base)
        return -1;
    *--file->_IO_read_ptr = (char)c;
    file->_flags &= ~SYMTOOL_AT_END;
    return (unsigned char)c;
}
