/* File times (POSIX) with Linux's layout. */
#ifndef _SYMTOOL_UTIME_H
#define _SYMTOOL_UTIME_H

#include <sys/types.h>

struct utimbuf {
    time_t actime;
    time_t modtime;
};

int utime(const char *file, const struct utimbuf *times);

#endif
