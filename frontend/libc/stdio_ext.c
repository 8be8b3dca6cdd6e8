/* __fpending, __freading and their relatives (glibc): the state of a stream. Streams are unbuffered. */
#include "internal/io.h"

unsigned long __fbufsize(FILE *file)
{
    (void)file;
    return 1;
}

unsigned long __fpending(FILE *file)
{
    (void)file;
    return 0;
}

int __freading(FILE *file)
{
    return (file->state & SYMTOOL_WRITES) == 0;
}

int __fwriting(FILE *file)
{
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
