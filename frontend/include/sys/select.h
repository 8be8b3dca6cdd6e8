/* Sets of descriptors (POSIX) with Linux's layout. */
#ifndef _SYMTOOL_SYS_SELECT_H
#define _SYMTOOL_SYS_SELECT_H

#include <signal.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>

#define FD_SETSIZE 1024
#define NFDBITS 64

typedef struct {
    long fds_bits[FD_SETSIZE / NFDBITS];
} fd_set;

#define FD_ZERO(set) \
    do { \
        for (int __symtool_i = 0; __symtool_i < FD_SETSIZE / NFDBITS; __symtool_i++) \
            (set)->fds_bits[__symtool_i] = 0; \
    } while (0)
#define FD_SET(d, set) ((void)((set)->fds_bits[(d) / NFDBITS] |= 1UL << (d) % NFDBITS))
#define FD_CLR(d, set) ((void)((set)->fds_bits[(d) / NFDBITS] &= ~(1UL << (d) % NFDBITS)))
#define FD_ISSET(d, set) (((set)->fds_bits[(d) / NFDBITS] & 1UL << (d) % NFDBITS) != 0)

int select(int count, fd_set *reading, fd_set *writing, fd_set *failing, struct timeval *limit);
int pselect(int count, fd_set *reading, fd_set *writing, fd_set *failing, const struct timespec *limit, const sigset_t *mask);

#endif
