/* Limits and small macros (BSD). */
#ifndef _SYMTOOL_SYS_PARAM_H
#define _SYMTOOL_SYS_PARAM_H

#include <endian.h>
#include <limits.h>
#include <sys/types.h>

#define MAXPATHLEN 4096
#define NBBY 8
#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#define howmany(x, y) (((x) + ((y)-1)) / (y))
#define roundup(x, y) ((((x) + ((y)-1)) / (y)) * (y))

#endif
