/* Waiting for descriptors (POSIX). */
#ifndef _SYMTOOL_POLL_H
#define _SYMTOOL_POLL_H

#include <signal.h>
#include <time.h>

#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
#define POLLNVAL 32
#define POLLRDNORM 0x40
#define POLLRDBAND 0x80
#define POLLWRNORM 0x100
#define POLLWRBAND 0x200
#define POLLRDHUP 0x2000

typedef unsigned long nfds_t;

struct pollfd {
    int fd;
    short events;
    short revents;
};

int poll(struct pollfd *descriptors, nfds_t count, int milliseconds);
int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *limit, const sigset_t *mask);

#endif
