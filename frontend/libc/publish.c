/* The memory of the streams of open_memstream. */
#include "internal/io.h"

/* Replaces the program's block by a copy of the written bytes, up to the stream's position, and a null byte. As in
   glibc, closing truncates at the position, and a gap before a position beyond the end is filled with zeros. */
void __symtool_publish(FILE *file, int closes)
{
    struct __symtool_memory *memory = file->_freeres_buf;
    if (memory->block_place == 0)
        return;
    struct __symtool_open *open = __symtool_opened(file->_fileno);
    unsigned long written = open->node->size, size = open->offset;
    unsigned long room = written < size ? size : written;
    char *block = realloc(memory->block, room + 1);
    if (block == 0)
        return;
    if (written > 0)
        memcpy(block, open->node->bytes, written);
    memset(block + written, 0, room - written + 1);
    if (closes)
        block[size] = 0;
    memory->block = block;
    *memory->block_place = block;
    *memory->size_place = size;
}
