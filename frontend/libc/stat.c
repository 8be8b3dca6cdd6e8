/* stat, lstat, fstat, fstatat (POSIX), with Linux's layout. Known times are zero, unless the program has set them. */
#include "internal/io.h"

struct stat {
    unsigned long st_dev, st_ino, st_nlink;
    unsigned st_mode, st_uid, st_gid, padding;
    unsigned long st_rdev;
    long st_size, st_blksize, st_blocks;
    long times[6];
    long reserved[3];
};

enum { FOLDER_SIZE = 4096 };

/* Stores the properties of a node. */
static int describe(struct __symtool_node *node, struct stat *to)
{
    memset(to, 0, sizeof *to);
    __symtool_settle(node);
    __symtool_settle_properties(node);
    to->st_dev = 1;
    /* The address of the node serves as a unique inode number. */
    to->st_ino = (unsigned long)node;
    to->st_nlink = (unsigned long)node->names;
    to->st_mode = (unsigned)__symtool_node_type(node) << 12 | (unsigned)node->mode;
    to->st_uid = node->owner;
    to->st_gid = node->group;
    to->st_blksize = 4096;
    if (node->kind == SYMTOOL_FILE || node->kind == SYMTOOL_LINK)
        to->st_size = (long)node->size;
    if (node->kind == SYMTOOL_FOLDER)
        to->st_size = FOLDER_SIZE;
    if (node->kind != SYMTOOL_LINK) /* a short target needs no block */
        to->st_blocks = (to->st_size + 511) / 512;
    memcpy(to->times, node->times, sizeof node->times);
    return 0;
}

int fstat(int descriptor, struct stat *to)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    return open == 0 ? -1 : describe(open->node, to);
}

int fstatat(int folder, const char *name, struct stat *to, int flags)
{
    if (flags & ~(SYMTOOL_AT_NO_FOLLOW | SYMTOOL_AT_NO_MOUNT | SYMTOOL_AT_EMPTY_PATH | SYMTOOL_AT_SYNCHRONY))
        return __symtool_fail(SYMTOOL_EINVAL);
    struct __symtool_node *node = __symtool_find(folder, name, flags);
    if (node != 0 && node->kind == SYMTOOL_STANDARD)
        return fstat(((struct __symtool_device *)node)->descriptor, to);
    return node == 0 ? -1 : describe(node, to);
}

int stat(const char *name, struct stat *to)
{
    return fstatat(SYMTOOL_WORKING_FOLDER, name, to, 0);
}

int lstat(const char *name, struct stat *to)
{
    return fstatat(SYMTOOL_WORKING_FOLDER, name, to, SYMTOOL_AT_NO_FOLLOW);
}
