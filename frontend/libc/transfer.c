/* The transfer of bytes between the ends of a connection. */
#include "internal/io.h"
#include "internal/socket.h"

/* Returns the number of the error that a socket has, and clears it. */
static int taken_error(struct __symtool_socket *socket)
{
    int error = socket->error;
    socket->error = 0;
    return error;
}

/* Removes bytes that were read. */
static void consume(struct __symtool_socket *socket, unsigned long n)
{
    struct __symtool_node *node = &socket->channel.node;
    socket->at += n;
    if (socket->at == node->size)
        socket->at = node->size = 0;
}

/* Returns whether a wait of a socket for input has an end: the call or the socket limits its time. */
static int is_limited(struct __symtool_socket *socket, int flags)
{
    return (flags & SYMTOOL_MSG_DONTWAIT) || socket->receive_limit[0] != 0 || socket->receive_limit[1] != 0;
}

/* Fails or returns 0, because no byte has arrived. */
static long without_input(struct __symtool_socket *socket, int flags)
{
    int is_unix = socket->family == SYMTOOL_UNIX;
    if (is_unix && socket->state != SYMTOOL_CONNECTED)
        return __symtool_fail(SYMTOOL_EINVAL);
    if (socket->state == SYMTOOL_LISTENING)
        return __symtool_fail(SYMTOOL_ENOTCONN);
    if (!is_unix && socket->peer != 0 && socket->peer->finished)
        return 0;
    if (socket->error != 0)
        return __symtool_fail(taken_error(socket));
    if (socket->shut & SYMTOOL_NO_INPUT)
        return 0;
    if (socket->state == SYMTOOL_FRESH)
        return __symtool_fail(SYMTOOL_ENOTCONN);
    if (is_limited(socket, flags))
        return __symtool_fail(SYMTOOL_EAGAIN);
    __symtool_unsupported("a read from a socket that waits for ever");
    __symtool_stop();
    return -1;
}

/* Returns whether `recv` with MSG_WAITALL waits for more bytes. */
static int waits_for_more(struct __symtool_socket *socket, int flags)
{
    return (flags & SYMTOOL_MSG_WAITALL) && !is_limited(socket, flags) && socket->error == 0 && !(socket->shut & SYMTOOL_NO_INPUT);
}

/* Reads from a connection, as `recv` does. MSG_DONTWAIT must be set for a non-blocking socket. */
long __symtool_receive(struct __symtool_socket *socket, void *to, unsigned long size, int flags)
{
    struct __symtool_node *node = &socket->channel.node;
    unsigned long n = node->size - socket->at;
    if (flags & (SYMTOOL_MSG_OOB | SYMTOOL_MSG_TRUNC | SYMTOOL_MSG_ERRQUEUE)) {
        __symtool_unsupported("recv with MSG_OOB, MSG_TRUNC or MSG_ERRQUEUE");
        return __symtool_fail(SYMTOOL_EINVAL);
    }
    if (n == 0)
        return without_input(socket, flags);
    if (size <= n) {
        n = size;
    } else if (waits_for_more(socket, flags)) {
        __symtool_unsupported("a read from a socket that waits for ever");
        __symtool_stop();
    } else if (socket->family == SYMTOOL_UNIX && (flags & SYMTOOL_MSG_WAITALL) && !(flags & SYMTOOL_MSG_PEEK)) {
        socket->error = 0; /* as on Linux, the error ends the wait and is lost */
    }
    memcpy(to, node->bytes + socket->at, n);
    if (!(flags & SYMTOOL_MSG_PEEK))
        consume(socket, n);
    return (long)n;
}

/* Fails because the other end receives nothing. */
static long broken(struct __symtool_socket *socket, int flags)
{
    int error = socket->family == SYMTOOL_INET ? taken_error(socket) : 0;
    if (error == 0)
        error = SYMTOOL_EPIPE;
    if (error == SYMTOOL_EPIPE && !(flags & SYMTOOL_MSG_NOSIGNAL))
        __symtool_raise(13); /* SIGPIPE */
    return __symtool_fail(error);
}

/* Appends bytes to the input of a socket. Bytes that were read are removed first. */
static void append(struct __symtool_socket *socket, const void *from, unsigned long size)
{
    struct __symtool_node *node = &socket->channel.node;
    if (socket->at > 0) {
        node->size -= socket->at;
        memmove(node->bytes, node->bytes + socket->at, node->size);
        socket->at = 0;
    }
    __symtool_reserve(node, node->size + size);
    memcpy(node->bytes + node->size, from, size);
    node->size += size;
}

/* Sends bytes to the other end, as much as it has room for. */
static long transfer(struct __symtool_socket *socket, const void *from, unsigned long size, int flags)
{
    struct __symtool_socket *peer = socket->peer;
    unsigned long room = SYMTOOL_BUFFER - (peer->channel.node.size - peer->at);
    if (peer->outside)
        return (long)size;
    if (size > room) {
        int may_fail = (flags & SYMTOOL_MSG_DONTWAIT) || socket->send_limit[0] != 0 || socket->send_limit[1] != 0;
        if (!may_fail) {
            __symtool_unsupported("a write to a socket that waits for ever");
            __symtool_stop();
        }
        if (room == 0)
            return __symtool_fail(SYMTOOL_EAGAIN);
        size = room;
    }
    if (size > 0)
        append(peer, from, size);
    return (long)size;
}

/* Sends bytes over TCP to an end that receives nothing more: it resets the connection. */
static long send_to_closed(struct __symtool_socket *socket, unsigned long size)
{
    __symtool_reset(socket->peer);
    __symtool_reset(socket);
    return (long)size;
}

/* Writes to a connection, as `send` does. MSG_DONTWAIT must be set for a non-blocking socket. */
long __symtool_send(struct __symtool_socket *socket, const void *from, unsigned long size, int flags)
{
    struct __symtool_socket *peer = socket->peer;
    if (flags & SYMTOOL_MSG_OOB) {
        __symtool_unsupported("send with MSG_OOB");
        return __symtool_fail(SYMTOOL_EOPNOTSUPP);
    }
    if (socket->family == SYMTOOL_UNIX && socket->state != SYMTOOL_CONNECTED)
        return __symtool_fail(SYMTOOL_ENOTCONN);
    if (socket->state != SYMTOOL_CONNECTED || socket->error != 0 || (socket->shut & SYMTOOL_NO_OUTPUT))
        return broken(socket, flags);
    if (socket->family == SYMTOOL_INET && size > 0 && !peer->outside && peer->finished && (peer->shut & SYMTOOL_NO_INPUT))
        return send_to_closed(socket, size);
    return transfer(socket, from, size, flags);
}
