/* send, recv and their relatives (POSIX). */
#include "internal/io.h"
#include "internal/socket.h"

struct iovec { void *base; unsigned long size; };
struct msghdr {
    void *name;
    unsigned name_size;
    struct iovec *parts;
    unsigned long count;
    void *control;
    unsigned long control_size;
    int flags;
};

enum { MOST_PARTS = 1024, EMSGSIZE = 90 };

/* Adds MSG_DONTWAIT to the flags of a call if the open file does not block. */
static int all_flags(int flags, int of_file)
{
    return of_file & SYMTOOL_NONBLOCK ? flags | SYMTOOL_MSG_DONTWAIT : flags;
}

/* Writes as `send` does. `is_addressed` is whether the caller gives an address, which only sockets without connection may have. */
static long send_on(int descriptor, const void *from, unsigned long size, int flags, int is_addressed)
{
    int of_file;
    struct __symtool_socket *socket = __symtool_socket(descriptor, &of_file);
    if (socket == 0)
        return -1;
    if (is_addressed && socket->family == SYMTOOL_UNIX)
        return __symtool_fail(socket->state == SYMTOOL_CONNECTED ? SYMTOOL_EISCONN : SYMTOOL_EOPNOTSUPP);
    return __symtool_send(socket, from, size, all_flags(flags, of_file));
}

/* Reads as `recv` does. Stores the address of the sender if its socket has one and `address` is not null. */
static long receive_on(int descriptor, void *to, unsigned long size, int flags, void *address, unsigned *address_size)
{
    int of_file;
    struct __symtool_socket *socket = __symtool_socket(descriptor, &of_file);
    long n = socket == 0 ? -1 : __symtool_receive(socket, to, size, all_flags(flags, of_file));
    if (n < 0 || address == 0)
        return n;
    if ((int)*address_size < 0)
        return __symtool_fail(SYMTOOL_EINVAL);
    if (n > 0 && socket->family == SYMTOOL_UNIX && socket->peer->name.size > 0)
        __symtool_store_address(&socket->peer->name, address, address_size);
    else
        *address_size = 0;
    return n;
}

long send(int descriptor, const void *from, unsigned long size, int flags)
{
    return send_on(descriptor, from, size, flags, 0);
}

long sendto(int descriptor, const void *from, unsigned long size, int flags, const void *address, unsigned address_size)
{
    if (address != 0 && address_size > 128)
        return __symtool_socket(descriptor, 0) == 0 ? -1 : __symtool_fail(SYMTOOL_EINVAL);
    return send_on(descriptor, from, size, flags, address != 0 && address_size != 0);
}

long recv(int descriptor, void *to, unsigned long size, int flags)
{
    return receive_on(descriptor, to, size, flags, 0, 0);
}

long recvfrom(int descriptor, void *to, unsigned long size, int flags, void *address, unsigned *address_size)
{
    return receive_on(descriptor, to, size, flags, address, address_size);
}

/* Returns the size of all parts of a message. Sets errno and returns -1 if there are too many. */
static long size_of(const struct msghdr *message)
{
    unsigned long size = 0;
    if (message->count > MOST_PARTS)
        return __symtool_fail(EMSGSIZE);
    for (unsigned long i = 0; i < message->count; i++)
        size += message->parts[i].size;
    return (long)size < 0 ? __symtool_fail(SYMTOOL_EINVAL) : (long)size;
}

long sendmsg(int descriptor, const struct msghdr *message, int flags)
{
    char *all;
    unsigned long at = 0;
    long size;
    if (__symtool_socket(descriptor, 0) == 0)
        return -1;
    size = size_of(message);
    if (size < 0)
        return -1;
    if (message->control_size > 0) {
        __symtool_unsupported("sendmsg with ancillary data");
        return __symtool_fail(SYMTOOL_EINVAL);
    }
    all = __symtool_library_block((unsigned long)size + 1);
    for (unsigned long i = 0; i < message->count; i++) {
        memcpy(all + at, message->parts[i].base, message->parts[i].size);
        at += message->parts[i].size;
    }
    return send_on(descriptor, all, (unsigned long)size, flags, message->name != 0 && message->name_size != 0);
}

long recvmsg(int descriptor, struct msghdr *message, int flags)
{
    char *all;
    unsigned long at = 0;
    long size, n;
    if (__symtool_socket(descriptor, 0) == 0)
        return -1;
    size = size_of(message);
    if (size < 0)
        return -1;
    all = __symtool_library_block((unsigned long)size + 1);
    n = receive_on(descriptor, all, (unsigned long)size, flags, message->name, &message->name_size);
    if (n < 0)
        return n;
    for (unsigned long i = 0; i < message->count && at < (unsigned long)n; i++) {
        unsigned long part = message->parts[i].size;
        if (part > (unsigned long)n - at)
            part = (unsigned long)n - at;
        memcpy(message->parts[i].base, all + at, part);
        at += part;
    }
    message->control_size = 0;
    message->flags = flags & 0x40000000; /* MSG_CMSG_CLOEXEC */
    return n;
}
