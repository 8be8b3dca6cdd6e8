/* Time of day (POSIX). */
#ifndef _SYMTOOL_SYS_TIME_H
#define _SYMTOOL_SYS_TIME_H

#include <sys/types.h>

struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};

int gettimeofday(struct timeval *restrict to, void *restrict zone);
int utimes(const char *name, const struct timeval times[2]);
int lutimes(const char *name, const struct timeval times[2]);
int futimes(int descriptor, const struct timeval times[2]);

#endif
