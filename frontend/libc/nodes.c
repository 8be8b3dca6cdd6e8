/* Nodes of the file system (inodes): creation, permissions, contents. */
#include "internal/io.h"

/* Creates a node without a name. */
struct __symtool_node *__symtool_new_node(int kind, int mode)
{
    struct __symtool_node *node = __symtool_library_block(sizeof *node);
    node->kind = kind;
    node->mode = mode;
    return node;
}

/* Returns whether the owner of a node has all permissions of `wanted`: 4 for reading, 2 for writing, 1 for execution or search.
   The program is an ordinary user, who owns all nodes. */
int __symtool_permits(struct __symtool_node *node, int wanted)
{
    return (wanted & ~(node->mode >> 6) & 7) == 0;
}

/* The maximal size of a file in bytes. */
enum { LARGEST_FILE = 1 << 30 };

/* Reserves space for `room` bytes. Returns -1 if a file cannot have this size. */
int __symtool_reserve(struct __symtool_node *node, unsigned long room)
{
    unsigned long wanted = node->room < 64 ? 64 : node->room;
    unsigned char *bytes;
    if (room <= node->room)
        return 0;
    if (room > LARGEST_FILE)
        return -1;
    while (wanted < room)
        wanted *= 2;
    bytes = __symtool_library_block(wanted);
    if (bytes == 0)
        return -1;
    if (node->size > 0)
        memcpy(bytes, node->bytes, node->size);
    node->bytes = bytes;
    node->room = wanted;
    return 0;
}

/* Makes the contents of a symbolic file a symbolic input, on the first access to the file. */
void __symtool_settle(struct __symtool_node *node)
{
    const char *input = node->input;
    if (input == 0)
        return;
    node->input = 0;
    if (node->size > 0)
        klee_make_symbolic(node->bytes, node->size, input);
    if (node->least < node->size) {
        int most = (int)node->size;
        int length = klee_range((int)node->least, most + 1, node->length_input);
        int known = (int)node->least;
        while (known < length)
            known++;
        node->size = (unsigned long)known;
    }
}
