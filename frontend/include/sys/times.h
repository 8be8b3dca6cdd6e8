/* Times of the process (POSIX) with Linux's layout. */
#ifndef _SYMTOOL_SYS_TIMES_H
#define _SYMTOOL_SYS_TIMES_H

#include <sys/types.h>
#include <time.h>

struct tms {
    clock_t tms_utime;
    clock_t tms_stime;
    clock_t tms_cutime;
    clock_t tms_cstime;
};

clock_t times(struct tms *times);

#endif
