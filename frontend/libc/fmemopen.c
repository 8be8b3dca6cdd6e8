/* Memory streams (POSIX): fmemopen, open_memstream. Written bytes reach memory at once; open_memstream stores address
   and size when the stream is flushed or closed. */
#include "internal/io.h"

unsigned long strnlen(const char *s, unsigned long n);

static FILE *opened(struct __symtool_node *node, int flags)
{
    int descriptor = __symtool_open_memory(node, flags);
    FILE *file = __symtool_own_stream(descriptor, flags);
    if (file != 0 && (file->_freeres_buf = calloc(1, sizeof(struct __symtool_memory))) == 0) {
        fclose(file);
        return 0;
    }
    return file;
}

FILE *fmemopen(void *memory, unsigned long size, const char *mode)
{
    int flags = __symtool_mode_flags(mode);
    if (flags < 0)
        return 0;
    struct __symtool_node *node = __symtool_new_node(SYMTOOL_MEMORY, 0600);
    node->bytes = memory == 0 ? __symtool_library_block(size) : memory;
    node->room = size;
    /* As in glibc: `w` without `+` leaves the first byte unchanged until the first write. */
    if (size > 0 && (flags & SYMTOOL_TRUNCATE) && (flags & SYMTOOL_ACCESS) == SYMTOOL_READ_WRITE)
        node->bytes[0] = 0;
    node->size = *mode == 'w' ? 0 : *mode == 'r' ? size : strnlen((char *)node->bytes, size);
    return opened(node, flags & (SYMTOOL_ACCESS | SYMTOOL_APPEND));
}

FILE *open_memstream(char **block, unsigned long *size)
{
    FILE *file = opened(__symtool_new_node(SYMTOOL_FILE, 0600), SYMTOOL_WRITE_ONLY);
    if (file == 0)
        return 0;
    struct __symtool_memory *memory = file->_freeres_buf;
    memory->block_place = block;
    memory->size_place = size;
    __symtool_publish(file, 0);
    return file;
}
