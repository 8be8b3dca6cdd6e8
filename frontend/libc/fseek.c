/* fseek, ftell, rewind, fgetpos, fsetpos (C11 7.21.9), fseeko, ftello (POSIX). */
#include "internal/io.h"

int fseek(FILE *file, long offset, int whence)
{
    if (whence == 1)
        offset -= file->_IO_read_end - file->_IO_read_ptr;
    if (__symtool_lseek(file->_fileno, offset, whence) < 0)
        return -1;
    __symtool_drop_pushed(file);
    file->_old_offset = 0;
    file->_flags &= ~SYMTOOL_AT_END;
    return 0;
}

int fseeko(FILE *file, long offset, int whence)
{
    return fseek(file, offset, whence);
}

long ftell(FILE *file)
{
    long at = __symtool_lseek(file->_fileno, 0, 1);
    return at < 0 ? -1 : at - (file->_IO_read_end - file->_IO_read_ptr);
}

long ftello(FILE *file)
{
    return ftell(file);
}

void rewind(FILE *file)
{
    fseek(file, 0, 0);
    file->_flags &= ~(SYMTOOL_AT_END | SYMTOOL_FAILED);
}

int fgetpos(FILE *file, long *position)
{
    long at = ftell(file);
    if (at < 0)
        return -1;
    *position = at;
    return 0;
}

int fsetpos(FILE *file, const long *position)
{
    return fseek(file, *position, 0);
}
