/* Reads and writes of several buffers (POSIX). */
#ifndef _SYMTOOL_SYS_UIO_H
#define _SYMTOOL_SYS_UIO_H

#include <sys/types.h>

struct iovec {
    void *iov_base;
    size_t iov_len;
};

ssize_t readv(int descriptor, const struct iovec *buffers, int count);
ssize_t writev(int descriptor, const struct iovec *buffers, int count);

#endif
