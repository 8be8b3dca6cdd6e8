/* pipe (POSIX), pipe2 (Linux): a buffer of the size that Linux uses. A call that would wait is not supported, because no
   other process can end the wait. */
#include "internal/io.h"

enum { CAPACITY = 65536, BROKEN_PIPE = 13 /* SIGPIPE */, CLOSE_ON_EXEC = 02000000 };

struct pipe {
    struct __symtool_channel channel; /* the size of the node stays 0, as in the result of fstat */
    unsigned long begin, end;         /* positions of the unread bytes in the bytes of the node */
    int has_reader, has_writer;       /* whether a descriptor of the end is open */
};

static int is_writer(struct __symtool_open *open)
{
    return (open->flags & SYMTOOL_ACCESS) == SYMTOOL_WRITE_ONLY;
}

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
    struct pipe *pipe = (struct pipe *)open->node;
    unsigned long left = pipe->end - pipe->begin;
    if (is_writer(open)) {
        errno = SYMTOOL_EBADF;
        return -1;
    }
    if (size == 0 || (left == 0 && !pipe->has_writer))
        return 0;
    if (left == 0)
        return wait_for(open, "waiting for another process to write to a pipe");
    if (size > left)
        size = left;
    memcpy(to, pipe->channel.node.bytes + pipe->begin, size);
    pipe->begin += size;
    return (long)size;
}

static long write_pipe(struct __symtool_open *open, const void *from, unsigned long size)
{
    struct pipe *pipe = (struct pipe *)open->node;
    unsigned long left = pipe->end - pipe->begin;
    if (!is_writer(open)) {
        errno = SYMTOOL_EBADF;
        return -1;
    }
    if (size == 0)
        return 0;
    if (!pipe->has_reader) {
        __symtool_raise(BROKEN_PIPE);
        errno = SYMTOOL_EPIPE;
        return -1;
    }
    if (size > CAPACITY - left) {
        /* Linux writes a part in some cases, which depend on its pages. */
        __symtool_unsupported("a write to a pipe that is full");
        errno = SYMTOOL_EAGAIN;
        return -1;
    }
    if (pipe->channel.node.bytes == 0)
        pipe->channel.node.bytes = __symtool_library_block(CAPACITY);
    if (size > CAPACITY - pipe->end) {
        memmove(pipe->channel.node.bytes, pipe->channel.node.bytes + pipe->begin, left);
        pipe->begin = 0;
        pipe->end = left;
    }
    memcpy(pipe->channel.node.bytes + pipe->end, from, size);
    pipe->end += size;
    return (long)size;
}

static void close_end(struct __symtool_open *open)
{
    struct pipe *pipe = (struct pipe *)open->node;
    if (is_writer(open))
        pipe->has_writer = 0;
    else
        pipe->has_reader = 0;
}

/* Linux reports that a pipe accepts bytes if a page of 4096 bytes is free. */
static int events(struct __symtool_open *open)
{
    struct pipe *pipe = (struct pipe *)open->node;
    unsigned long left = pipe->end - pipe->begin;
    if (is_writer(open))
        return (CAPACITY - left >= 4096 ? SYMTOOL_POLLOUT | SYMTOOL_POLLWRNORM : 0) | (pipe->has_reader ? 0 : SYMTOOL_POLLERR);
    return (left > 0 ? SYMTOOL_POLLIN | SYMTOOL_POLLRDNORM : 0) | (pipe->has_writer ? 0 : SYMTOOL_POLLHUP);
}

int pipe2(int descriptors[2], int flags)
{
    struct pipe *pipe;
    int ends[2];
    if (flags & ~(SYMTOOL_NONBLOCK | CLOSE_ON_EXEC)) {
        if (flags == 040000 /* O_DIRECT */)
            __symtool_unsupported("a pipe of packets");
        errno = SYMTOOL_EINVAL;
        return -1;
    }
    pipe = __symtool_library_block(sizeof *pipe);
    pipe->channel.node.kind = SYMTOOL_CHANNEL;
    pipe->channel.node.owner = pipe->channel.node.group = SYMTOOL_USER;
    pipe->channel.type = SYMTOOL_TYPE_FIFO;
    pipe->channel.node.mode = 0600;
    pipe->channel.node.names = 1;
    pipe->has_reader = pipe->has_writer = 1;
    pipe->channel.read = read_pipe;
    pipe->channel.write = write_pipe;
    pipe->channel.close = close_end;
    pipe->channel.events = events;
    ends[0] = __symtool_open_node(&pipe->channel.node, flags & SYMTOOL_NONBLOCK);
    if (ends[0] < 0)
        return -1;
    ends[1] = __symtool_open_node(&pipe->channel.node, SYMTOOL_WRITE_ONLY | (flags & SYMTOOL_NONBLOCK));
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
