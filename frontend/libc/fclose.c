/* fclose (C11 7.21.5.1). The stream's memory is freed, so a later use of the stream is a failure. */
#include "internal/io.h"

int fclose(FILE *file)
{
    if (file->_freeres_buf != 0) {
        __symtool_publish(file, 1);
        free(file->_freeres_buf);
    }
    int closed = __symtool_close(file->_fileno);
    file->_fileno = -1;
    __symtool_drop_pushed(file);
    if (!(file->_flags & SYMTOOL_STATIC))
        free(file);
    return closed;
}

int fcloseall(void)
{
    return 0;
}
