/* stat, lstat, fstat (POSIX), with Linux's layout. Times are zero, unless the program has set them. */
#include "internal/io.h"

struct stat {
    unsigned long st_dev, st_ino, st_nlink;
    unsigned st_mode, st_uid, st_gid, padding;
    unsigned long st_rdev;
    long st_size, st_blksize, st_blocks;
    long times[6];
    long reserved[3];
};

static int describe(struct __symtool_node *node, struct stat *to)
{
    memset(to, 0, sizeof *to);
    to->st_dev = 1;
    to->st_nlink = 1;
    to->st_uid = to->st_gid = 1000;
    to->st_blksize = 4096;
    if (node == 0) {
        to->st_ino = 2;
        to->st_mode = 0040755;
        return 0;
    }
    __symtool_settle(node);
    /* The address of the node serves as a unique inode number. */
    to->st_ino = (unsigned long)node;
    if (node->kind == SYMTOOL_FILE) {
        to->st_mode = 0100000 | (unsigned)__symtool_permissions(node);
        to->st_size = (long)node->size;
        to->st_blocks = (to->st_size + 511) / 512;
        memcpy(to->times, node->times, sizeof node->times);
    } else {
        to->st_mode = node->kind == SYMTOOL_SINK || node->kind == SYMTOOL_ENDLESS ? 0020666 : 0010600;
    }
    return 0;
}

int stat(const char *name, struct stat *to)
{
    return __symtool_exists(name) ? describe(__symtool_find(name), to) : -1;
}

int lstat(const char *name, struct stat *to)
{
    return stat(name, to);
}

int fstat(int descriptor, struct stat *to)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    return open == 0 ? -1 : describe(open->node, to);
}
