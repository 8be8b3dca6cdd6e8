/* fclose (C11 7.21.5.1). The stream's memory is freed, so a later use of the stream is a failure. */
#include "internal/io.h"

int fclose(FILE *file)
{
    if (file->synchronise != 0)
        file->synchronise(file, 1);
    int closed = __symtool_close(file->descriptor);
    file->descriptor = -1;
    file->pushed = 0;
    if (!(file->state & SYMTOOL_STATIC))
        free(file);
    return closed;
}

int fcloseall(void)
{
    return 0;
}
