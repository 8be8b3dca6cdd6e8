/* Memory streams (POSIX): fmemopen, open_memstream. Written bytes reach memory at once; open_memstream stores address
   and size when the stream is flushed or closed. */
#include "internal/io.h"

unsigned long strnlen(const char *s, unsigned long n);

static FILE *opened(struct __symtool_node *node, int flags)
{
    int descriptor = __symtool_open_memory(node, flags);
    return descriptor < 0 ? 0 : __symtool_new_stream(descriptor, flags);
}

static void nothing(FILE *file, int closes)
{
    (void)file;
    (void)closes;
}

FILE *fmemopen(void *memory, unsigned long size, const char *mode)
{
    int flags = __symtool_mode_flags(mode);
    if (flags < 0)
        return 0;
    struct __symtool_node *node = __symtool_new_node(0, 0600);
    node->kind = SYMTOOL_MEMORY;
    node->bytes = memory == 0 ? __symtool_library_block(size) : memory;
    node->room = size;
    /* As in glibc: `w` without `+` leaves the first byte unchanged until the first write. */
    if (size > 0 && (flags & SYMTOOL_TRUNCATE) && (flags & SYMTOOL_ACCESS) == SYMTOOL_READ_WRITE)
        node->bytes[0] = 0;
    node->size = *mode == 'w' ? 0 : *mode == 'r' ? size : strnlen((char *)node->bytes, size);
    FILE *file = opened(node, flags & (SYMTOOL_ACCESS | SYMTOOL_APPEND));
    if (file != 0)
        file->synchronise = nothing;
    return file;
}

/* Replaces the program's block by a copy of the written bytes, up to the stream's position, and a null byte. As in
   glibc, closing truncates at the position, and a gap before a position beyond the end is filled with zeros. */
static void publish(FILE *file, int closes)
{
    struct __symtool_open *open = __symtool_opened(file->descriptor);
    unsigned long written = open->node->size, size = open->offset;
    unsigned long room = written < size ? size : written;
    char *block = realloc(file->block, room + 1);
    if (block == 0)
        return;
    if (written > 0)
        memcpy(block, open->node->bytes, written);
    memset(block + written, 0, room - written + 1);
    if (closes)
        block[size] = 0;
    file->block = block;
    *file->block_place = block;
    *file->size_place = size;
}

FILE *open_memstream(char **block, unsigned long *size)
{
    FILE *file = opened(__symtool_new_node(0, 0600), SYMTOOL_WRITE_ONLY);
    if (file == 0)
        return 0;
    file->synchronise = publish;
    file->block_place = block;
    file->size_place = size;
    publish(file, 0);
    return file;
}
