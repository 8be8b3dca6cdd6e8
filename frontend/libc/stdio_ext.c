/* __fpending, __freading and their relatives (glibc): the state of a stream. Streams are unbuffered; a result that
   depends on glibc's buffer, or on the last operation of a stream that is read and written, is unsupported. */
#include "internal/io.h"

unsigned long __fbufsize(FILE *file)
{
    (void)file;
    return 1;
}

unsigned long __fpending(FILE *file)
{
    if (file == stderr || !(file->state & SYMTOOL_WRITES))
        return 0;
    if (__symtool_on_console(file) || (file->state & SYMTOOL_WROTE))
        __symtool_unsupported("the number of bytes in the buffer of a stream");
    return 0;
}

static int is_update(FILE *file)
{
    return (file->state & SYMTOOL_READS) && (file->state & SYMTOOL_WRITES);
}

int __freading(FILE *file)
{
    if (is_update(file))
        __symtool_unsupported("__freading of a stream that is read and written");
    return (file->state & SYMTOOL_WRITES) == 0;
}

int __fwriting(FILE *file)
{
    if (is_update(file))
        __symtool_unsupported("__fwriting of a stream that is read and written");
    return (file->state & SYMTOOL_READS) == 0;
}

int __freadable(FILE *file)
{
    return (file->state & SYMTOOL_READS) != 0;
}

int __fwritable(FILE *file)
{
    return (file->state & SYMTOOL_WRITES) != 0;
}

int __flbf(FILE *file)
{
    (void)file;
    return 0;
}

void __fpurge(FILE *file)
{
    file->pushed = 0;
}
