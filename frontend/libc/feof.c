/* feof, ferror, clearerr (C11 7.21.10), fileno (POSIX). */
#include "internal/io.h"

int feof(FILE *file)
{
    return (file->_flags & SYMTOOL_AT_END) != 0;
}

int ferror(FILE *file)
{
    return (file->_flags & SYMTOOL_FAILED) != 0;
}

void clearerr(FILE *file)
{
    file->_flags &= ~(SYMTOOL_AT_END | SYMTOOL_FAILED);
}

int feof_unlocked(FILE *file)
{
    return feof(file);
}

int ferror_unlocked(FILE *file)
{
    return ferror(file);
}

void clearerr_unlocked(FILE *file)
{
    clearerr(file);
}

int fileno(FILE *file)
{
    if (file->_fileno < 0 || file->_freeres_buf != 0) {
        errno = SYMTOOL_EBADF;
        return -1;
    }
    return file->_fileno;
}

int fileno_unlocked(FILE *file)
{
    return fileno(file);
}
