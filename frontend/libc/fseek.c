/* fseek, ftell, rewind, fgetpos, fsetpos (C11 7.21.9), fseeko, ftello (POSIX). */
#include "internal/io.h"

int fseek(FILE *file, long offset, int whence)
{
    if (whence == 1)
        offset -= file->pushed;
    if (__symtool_lseek(file->descriptor, offset, whence) < 0)
        return -1;
    file->pushed = 0;
    file->state &= ~SYMTOOL_AT_END;
    return 0;
}

int fseeko(FILE *file, long offset, int whence)
{
    return fseek(file, offset, whence);
}

long ftell(FILE *file)
{
    long at = __symtool_lseek(file->descriptor, 0, 1);
    return at < 0 ? -1 : at - file->pushed;
}

long ftello(FILE *file)
{
    return ftell(file);
}

void rewind(FILE *file)
{
    fseek(file, 0, 0);
    file->state &= ~(SYMTOOL_AT_END | SYMTOOL_FAILED);
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
