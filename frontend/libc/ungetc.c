/* ungetc (C11 7.21.7.10): pushes back up to eight bytes. */
#include "internal/io.h"

int ungetc(int c, FILE *file)
{
    if (c == -1 || file->pushed == sizeof file->back || !(file->state & SYMTOOL_READS))
        return -1;
    file->back[file->pushed++] = (unsigned char)c;
    file->state &= ~SYMTOOL_AT_END;
    return (unsigned char)c;
}
