/* The type of a node, as in the upper bits of st_mode and in d_type, with Linux's values. */
#include "internal/io.h"

enum { CHARACTERS = 2, FOLDER = 4, REGULAR = 8, LINK = 10 };

int __symtool_node_type(struct __symtool_node *node)
{
    switch (node->kind) {
    case SYMTOOL_FILE: return REGULAR;
    case SYMTOOL_FOLDER: return FOLDER;
    case SYMTOOL_LINK: return LINK;
    case SYMTOOL_SOCKET: return SYMTOOL_TYPE_SOCKET;
    case SYMTOOL_CHANNEL: return ((struct __symtool_channel *)node)->type;
    case SYMTOOL_SINK:
    case SYMTOOL_ENDLESS:
    case SYMTOOL_STANDARD: return CHARACTERS;
    default: return SYMTOOL_TYPE_FIFO; /* the run log and the memory of fmemopen appear as pipes */
    }
}
