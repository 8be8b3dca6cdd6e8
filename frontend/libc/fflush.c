/* fflush, setvbuf, setbuf (C11 7.21.5): streams are unbuffered. */
#include "internal/io.h"

int setvbuf(FILE *file, char *buffer, int mode, unsigned long size);

int fflush(FILE *file)
{
    if (file == 0) {
        stdout->_old_offset = 0;
        return 0;
    }
    if (file->_IO_read_ptr != file->_IO_read_end) {
        __symtool_lseek(file->_fileno, file->_IO_read_ptr - file->_IO_read_end, 1);
        __symtool_drop_pushed(file);
    }
    file->_old_offset = 0;
    if (file->_freeres_buf != 0)
        __symtool_publish(file, 0);
    return 0;
}

int fflush_unlocked(FILE *file)
{
    return fflush(file);
}

void setbuf(FILE *file, char *buffer)
{
    setvbuf(file, buffer, buffer == 0 ? 2 : 0, 8192);
}

void setlinebuf(FILE *file)
{
    setvbuf(file, 0, 1, 0);
}

void setbuffer(FILE *file, char *buffer, unsigned long size)
{
    setvbuf(file, buffer, buffer == 0 ? 2 : 0, size);
}

int setvbuf(FILE *file, char *buffer, int mode, unsigned long size)
{
    if (mode < 0 || mode > 2)
        return -1;
    file->_flags &= ~(SYMTOOL_UNBUFFERED | SYMTOOL_OWN_BUFFER);
    if (mode == 2)
        file->_flags |= SYMTOOL_UNBUFFERED;
    else if (mode == 1 || (buffer != 0 && size != 4096))
        file->_flags |= SYMTOOL_OWN_BUFFER;
    return 0;
}
