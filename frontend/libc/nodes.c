/* Nodes of the file system (inodes): creation, permissions, contents. */
#include "internal/io.h"

/* Creates a node without a name. */
struct __symtool_node *__symtool_new_node(int kind, int mode)
{
    struct __symtool_node *node = __symtool_library_block(sizeof *node);
    node->kind = kind;
    node->mode = mode;
    node->owner = node->group = SYMTOOL_USER;
    return node;
}

/* Returns whether the program has all permissions of `wanted` for a node: 4 for reading, 2 for writing, 1 for execution or search.
   The program is an ordinary user. */
int __symtool_permits(struct __symtool_node *node, int wanted)
{
    int shift = __symtool_owns(node) ? 6 : node->group == SYMTOOL_USER ? 3 : 0;
    return (wanted & ~(node->mode >> shift) & 7) == 0;
}

/* Returns whether the program's user owns a node. */
int __symtool_owns(struct __symtool_node *node)
{
    __symtool_settle_properties(node);
    return node->owner == SYMTOOL_USER;
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

/* The times that are symbolic inputs are below this number of seconds since 1970. */
static const unsigned long latest = 1UL << 40;

/* Makes permissions, owner, group and times of a node symbolic inputs, on the first use of one of them, if --sym-stat says so. */
void __symtool_settle_properties(struct __symtool_node *node)
{
    const char *const *names = node->properties;
    unsigned owner, group;
    if (names == 0)
        return;
    node->properties = 0;
    node->mode = klee_range(0, 010000, names[0]);
    klee_make_symbolic(&owner, sizeof owner, names[1]);
    klee_make_symbolic(&group, sizeof group, names[2]);
    node->owner = owner;
    node->group = group;
    for (int i = 0; i < 3; i++) {
        long time;
        klee_make_symbolic(&time, sizeof time, names[3 + i]);
        klee_assume((unsigned long)time < latest);
        node->times[2 * i] = time;
    }
}
