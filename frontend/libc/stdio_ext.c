/* __fpending, __freading and their relatives (glibc): the state of a stream. Streams are unbuffered; __fpending computes the
   number of bytes in glibc's buffer. A result that depends on the last operation of a stream that is read and written is
   unsupported. */
#include "internal/io.h"

unsigned long __fbufsize(FILE *file)
{
    (void)file;
    return 1;
}

/* Without setvbuf, glibc has a buffer of 4096 bytes and writes it when it is full, so n % 4096 of n bytes are in the buffer.
   If n is a multiple of 4096, glibc may have written the full buffer already or not. */
unsigned long __fpending(FILE *file)
{
    unsigned long n = (unsigned long)file->_old_offset;
    if (n == 0 || (file->_flags & SYMTOOL_UNBUFFERED))
        return 0;
    if ((file->_flags & SYMTOOL_OWN_BUFFER) || n % 4096 == 0)
        __symtool_unsupported("the number of bytes in the buffer of a stream");
    return n % 4096;
}

static int is_update(FILE *file)
{
    return (file->_flags & (SYMTOOL_NO_READS | SYMTOOL_NO_WRITES)) == 0;
}

int __freading(FILE *file)
{
    if (is_update(file))
        __symtool_unsupported("__freading of a stream that is read and written");
    return (file->_flags & SYMTOOL_NO_WRITES) != 0;
}

int __fwriting(FILE *file)
{
    if (is_update(file))
        __symtool_unsupported("__fwriting of a stream that is read and written");
    return (file->_flags & SYMTOOL_NO_READS) != 0;
}

int __freadable(FILE *file)
{
    return (file->_flags & SYMTOOL_NO_READS) == 0;
}

int __fwritable(FILE *file)
{
    return (file->_flags & SYMTOOL_NO_WRITES) == 0;
}

int __flbf(FILE *file)
{
    (void)file;
    return 0;
}

void __fpurge(FILE *file)
{
    __symtool_drop_pushed(file);
}
