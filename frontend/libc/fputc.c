/* fputc, putc (C11 7.21.7.3, 7.21.7.7). */
#include "internal/io.h"

int fputc(int c, FILE *file)
{
    unsigned char byte = (unsigned char)c;
    return fwrite(&byte, 1, 1, file) == 1 ? byte : -1;
}

int putc(int c, FILE *file)
{
    return fputc(c, file);
}

int putc_unlocked(int c, FILE *file)
{
    return fputc(c, file);
}

int fputc_unlocked(int c, FILE *file)
{
    return fputc(c, file);
}
