/* Device numbers in the encoding of glibc. */
#ifndef _SYMTOOL_SYS_SYSMACROS_H
#define _SYMTOOL_SYS_SYSMACROS_H

#include <sys/types.h>

#define major(device) ((unsigned)((((device) >> 8) & 0xfff) | (((device) >> 32) & 0xfffff000)))
#define minor(device) ((unsigned)(((device) & 0xff) | (((device) >> 12) & 0xffffff00)))
#define makedev(major, minor)                                                      \
    ((((dev_t)(major) & 0xfff) << 8) | (((dev_t)(major) & 0xfffff000) << 32) |     \
     ((dev_t)(minor) & 0xff) | (((dev_t)(minor) & 0xffffff00) << 12))

#endif
