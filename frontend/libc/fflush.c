/* fflush, setvbuf, setbuf (C11 7.21.5): streams are unbuffered. */
#include "internal/io.h"

int fflush(FILE *file)
{
    if (file != 0 && file->pushed > 0) {
        __symtool_lseek(file->descriptor, -(long)file->pushed, 1);
        file->pushed = 0;
    }
    if (file != 0)
        file->state &= ~SYMTOOL_WROTE;
    if (file != 0 && file->synchronise != 0)
        file->synchronise(file, 0);
    return 0;
}

int fflush_unlocked(FILE *file)
{
    return fflush(file);
}

void setbuf(FILE *file, char *buffer)
{
    (void)file;
    (void)buffer;
}

void setlinebuf(FILE *file)
{
    (void)file;
}

void setbuffer(FILE *file, char *buffer, unsigned long size)
{
    (void)file;
    (void)buffer;
    (void)size;
}

int setvbuf(FILE *file, char *buffer, int mode, unsigned long size)
{
    (void)file;
    (void)buffer;
    (void)size;
    return mode < 0 || mode > 2 ? -1 : 0;
}
