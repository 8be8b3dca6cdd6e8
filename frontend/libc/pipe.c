/* pipe (POSIX), pipe2 (Linux): a buffer of the size that Linux uses. A call that would wait is not supported, because no
   other process can end the wait. */
#include "internal/io.h"

int raise(int number);

enum { CAPACITY = 65536, BROKEN_PIPE = 13 /* SIGPIPE */, CLOSE_ON_EXEC = 02000000 };

/* Returns -1 for a call that would wait for another process. */
static long wait_for(struct __symtool_open *open, const char *what)
{
    if ((open->flags & SYMTOOL_NONBLOCK) == 0)
        __symtool_unsupported(what);
    errno = SYMTOOL_EAGAIN;
    return -1;
}

static long read_pipe(struct __symtool_open *open, void *to, unsigned long size)
{
    struct __symtool_pipe *pipe = (struct __symtool_pipe *)open->node;
    unsigned long left = pipe->end - pipe->begin;
    if ((open->flags & SYMTOOL_ACCESS) == SYMTOOL_WRITE_ONLY) {
        errno = SYMTOOL_EBADF;
        return -1;
    }
    if (size == 0 || (left == 0 && !pipe->has_writer))
        return 0;
    if (left == 0)
        return wait_for(open, "waiting for another process to write to a pipe");
    if (size > left)
        size = left;
    memcpy(to, pipe->node.bytes + pipe->begin, size);
    pipe->begin += size;
    return (long)size;
}

static long write_pipe(struct __symtool_open *open, const void *from, unsigned long size)
{
    struct __symtool_pipe *pipe = (struct __symtool_pipe *)open->node;
    unsigned long left = pipe->end - pipe->begin;
    if ((open->flags & SYMTOOL_ACCESS) != SYMTOOL_WRITE_ONLY) {
        errno = SYMTOOL_EBADF;
        return -1;
    }
    if (size == 0)
        return 0;
    if (!pipe->has_reader) {
        raise(BROKEN_PIPE);
        errno = SYMTOOL_EPIPE;
        return -1;
    }
    if (size > CAPACITY - left) {
        /* Linux writes a part in some cases, which depend on its pages. */
        __symtool_unsupported("a write to a pipe that is full");
        errno = SYMTOOL_EAGAIN;
        return -1;
    }
    if (pipe->node.bytes == 0)
        pipe->node.bytes = __symtool_library_block(CAPACITY);
    if (size > CAPACITY - pipe->end) {
        memmove(pipe->node.bytes, pipe->node.bytes + pipe->begin, left);
        pipe->begin = 0;
        pipe->end = left;
    }
    memcpy(pipe->node.bytes + pipe->end, from, size);
    pipe->end += size;
    return (long)size;
}

int pipe2(int descriptors[2], int flags)
{
    struct __symtool_pipe *pipe;
    int ends[2];
    if (flags & ~(SYMTOOL_NONBLOCK | CLOSE_ON_EXEC)) {
        if (flags == 040000 /* O_DIRECT */)
            __symtool_unsupported("a pipe of packets");
        errno = SYMTOOL_EINVAL;
        return -1;
    }
    pipe = __symtool_library_block(sizeof *pipe);
    pipe->node.kind = SYMTOOL_FIFO;
    pipe->node.mode = 0600;
    pipe->node.names = 1;
    pipe->has_reader = pipe->has_writer = 1;
    pipe->read = read_pipe;
    pipe->write = write_pipe;
    ends[0] = __symtool_open_node(&pipe->node, flags & SYMTOOL_NONBLOCK);
    if (ends[0] < 0)
        return -1;
    ends[1] = __symtool_open_node(&pipe->node, SYMTOOL_WRITE_ONLY | (flags & SYMTOOL_NONBLOCK));
    if (ends[1] < 0) {
        __symtool_close(ends[0]);
        errno = SYMTOOL_EMFILE;
        return -1;
    }
    memcpy(descriptors, ends, sizeof ends);
    return 0;
}

int pipe(int descriptors[2])
{
    return pipe2(descriptors, 0);
}
