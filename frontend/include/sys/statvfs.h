/* File systems (POSIX) with Linux's layout. */
#ifndef _SYMTOOL_SYS_STATVFS_H
#define _SYMTOOL_SYS_STATVFS_H

#include <sys/types.h>

#define ST_RDONLY 1
#define ST_NOSUID 2

typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;

struct statvfs {
    unsigned long f_bsize;
    unsigned long f_frsize;
    fsblkcnt_t f_blocks;
    fsblkcnt_t f_bfree;
    fsblkcnt_t f_bavail;
    fsfilcnt_t f_files;
    fsfilcnt_t f_ffree;
    fsfilcnt_t f_favail;
    unsigned long f_fsid;
    unsigned long f_flag;
    unsigned long f_namemax;
    int __symtool_spare[6];
};

int statvfs(const char *path, struct statvfs *to);
int fstatvfs(int descriptor, struct statvfs *to);

#endif
