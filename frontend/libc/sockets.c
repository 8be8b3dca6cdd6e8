/* Sockets: byte streams between two ends. The ends are in the program, or one of them is the connection of --sym-socket. */
#include "internal/io.h"
#include "internal/socket.h"

static long read_channel(struct __symtool_open *open, void *to, unsigned long size)
{
    int flags = open->flags & SYMTOOL_NONBLOCK ? SYMTOOL_MSG_DONTWAIT : 0;
    if (size == 0) /* as on Linux, `read` does not look at the socket */
        return 0;
    return __symtool_receive((struct __symtool_socket *)open->node, to, size, flags);
}

static long write_channel(struct __symtool_open *open, const void *from, unsigned long size)
{
    int flags = open->flags & SYMTOOL_NONBLOCK ? SYMTOOL_MSG_DONTWAIT : 0;
    return __symtool_send((struct __symtool_socket *)open->node, from, size, flags);
}

static void close_channel(struct __symtool_open *open)
{
    __symtool_disconnect((struct __symtool_socket *)open->node);
}

static int has_input(struct __symtool_socket *socket)
{
    return socket->channel.node.size > socket->at || socket->error != 0;
}

/* Returns whether Linux would report that a socket accepts bytes: little of its output is unread. */
static int has_room(struct __symtool_socket *socket)
{
    struct __symtool_socket *peer = socket->peer;
    return peer == 0 || peer->outside || (peer->channel.node.size - peer->at) * 4 <= SYMTOOL_BUFFER;
}

static int events(struct __symtool_open *open)
{
    struct __symtool_socket *socket = (struct __symtool_socket *)open->node;
    int is_tcp = socket->family == SYMTOOL_INET, shut = socket->shut, all = 0;
    if (socket->state == SYMTOOL_LISTENING) {
        if (__symtool_arrive(socket))
            all |= SYMTOOL_POLLIN | SYMTOOL_POLLRDNORM;
        else if (__symtool_network.names != SYMTOOL_NO_NETWORK)
            all |= SYMTOOL_IDLE;
    } else {
        if (has_input(socket))
            all |= SYMTOOL_POLLIN | SYMTOOL_POLLRDNORM;
        if (has_room(socket) || (is_tcp && (shut & SYMTOOL_NO_OUTPUT)))
            all |= SYMTOOL_POLLOUT | SYMTOOL_POLLWRNORM | (is_tcp ? 0 : SYMTOOL_POLLWRBAND);
    }
    if (socket->error != 0)
        all |= SYMTOOL_POLLERR;
    if (shut & SYMTOOL_NO_INPUT)
        all |= SYMTOOL_POLLIN | SYMTOOL_POLLRDNORM | SYMTOOL_POLLRDHUP;
    if (shut == (SYMTOOL_NO_INPUT | SYMTOOL_NO_OUTPUT) || socket->state == SYMTOOL_FRESH || socket->state == SYMTOOL_ENDED)
        all |= SYMTOOL_POLLHUP;
    return all;
}

/* Creates a socket without a descriptor. */
struct __symtool_socket *__symtool_new_socket(int family)
{
    struct __symtool_socket *socket = __symtool_library_block(sizeof *socket);
    socket->channel.node.kind = SYMTOOL_CHANNEL;
    socket->channel.type = SYMTOOL_TYPE_SOCKET;
    socket->channel.node.owner = socket->channel.node.group = SYMTOOL_USER;
    socket->channel.node.mode = 0777;
    socket->channel.node.names = 1;
    socket->channel.read = read_channel;
    socket->channel.write = write_channel;
    socket->channel.close = close_channel;
    socket->channel.events = events;
    socket->family = family;
    /* Linux's default sizes */
    socket->send_buffer = family == SYMTOOL_INET ? 16384 : SYMTOOL_BUFFER;
    socket->receive_buffer = family == SYMTOOL_INET ? 131072 : SYMTOOL_BUFFER;
    socket->name.of.family = (unsigned short)family;
    return socket;
}

/* Assigns a descriptor to a socket. `flags` are those of `socket`. */
int __symtool_open_socket(struct __symtool_socket *socket, int flags)
{
    return __symtool_open_node(&socket->channel.node, SYMTOOL_READ_WRITE | (flags & SYMTOOL_SOCK_NONBLOCK));
}

/* Returns the socket of a descriptor and stores the flags of its open file, unless `flags` is null. Sets errno and returns null if
   the descriptor denotes no socket. */
struct __symtool_socket *__symtool_socket(int descriptor, int *flags)
{
    struct __symtool_open *open = __symtool_opened(descriptor);
    if (open == 0)
        return 0;
    if (__symtool_node_type(open->node) != SYMTOOL_TYPE_SOCKET) {
        errno = SYMTOOL_ENOTSOCK;
        return 0;
    }
    if (flags != 0)
        *flags = open->flags;
    return (struct __symtool_socket *)open->node;
}

/* Connects two sockets. */
void __symtool_join(struct __symtool_socket *one, struct __symtool_socket *other)
{
    one->peer = other;
    other->peer = one;
    one->state = other->state = SYMTOOL_CONNECTED;
}

/* Ends a TCP connection at one end. */
static void end(struct __symtool_socket *socket)
{
    socket->state = SYMTOOL_ENDED;
    socket->shut = SYMTOOL_NO_INPUT | SYMTOOL_NO_OUTPUT;
}

/* The other end of a TCP connection has reset it. */
void __symtool_reset(struct __symtool_socket *socket)
{
    if (socket->state != SYMTOOL_CONNECTED)
        return;
    socket->error = socket->peer->finished && !socket->finished ? SYMTOOL_EPIPE : SYMTOOL_ECONNRESET;
    end(socket);
}

/* Sends the end of a TCP stream. */
static void finish(struct __symtool_socket *socket)
{
    struct __symtool_socket *peer = socket->peer;
    if (socket->finished)
        return;
    socket->finished = 1;
    if (peer->finished) {
        end(socket);
        if (peer->state == SYMTOOL_CONNECTED)
            end(peer);
    } else {
        peer->shut |= SYMTOOL_NO_INPUT;
    }
}

/* Shuts down directions of a socket, as `shutdown` does. */
void __symtool_shut(struct __symtool_socket *socket, int how)
{
    struct __symtool_socket *peer = socket->peer;
    socket->shut |= how;
    if (peer == 0 || socket->state != SYMTOOL_CONNECTED)
        return;
    if (socket->family == SYMTOOL_INET) {
        if (how & SYMTOOL_NO_OUTPUT)
            finish(socket);
        return;
    }
    if (how & SYMTOOL_NO_INPUT)
        peer->shut |= SYMTOOL_NO_OUTPUT;
    if (how & SYMTOOL_NO_OUTPUT)
        peer->shut |= SYMTOOL_NO_INPUT;
}

/* Ends the connection of a socket. `resets` is whether the other end must notice that bytes are lost. */
static void leave(struct __symtool_socket *socket, int resets)
{
    struct __symtool_socket *peer = socket->peer;
    if (socket->state != SYMTOOL_CONNECTED)
        return;
    if (socket->family == SYMTOOL_INET) {
        socket->shut |= SYMTOOL_NO_INPUT | SYMTOOL_NO_OUTPUT;
        if (resets)
            __symtool_reset(peer);
        else
            finish(socket);
        return;
    }
    peer->shut = SYMTOOL_NO_INPUT | SYMTOOL_NO_OUTPUT;
    if (resets)
        peer->error = SYMTOOL_ECONNRESET;
}

/* Resets the connections that wait at a listening socket. */
void __symtool_refuse_waiting(struct __symtool_socket *socket)
{
    while (socket->first != 0) {
        struct __symtool_socket *waiting = socket->first;
        socket->first = waiting->next;
        leave(waiting, 1);
        waiting->closed = 1;
    }
    socket->waiting = 0;
}

/* Removes a socket whose last descriptor was closed. */
void __symtool_disconnect(struct __symtool_socket *socket)
{
    int has_unread = socket->channel.node.size > socket->at;
    int is_abrupt = (socket->options >> 13 & 1) && socket->linger == 0 && socket->family == SYMTOOL_INET;
    socket->closed = 1;
    __symtool_refuse_waiting(socket);
    leave(socket, has_unread || is_abrupt);
}

/* Connects a socket to the outside of the program: its input is that of --sym-socket or --socket. Returns 0 if there was such a
   connection before, or if no option gives its input. */
int __symtool_join_outside(struct __symtool_socket *socket)
{
    struct __symtool_socket *outer;
    if (__symtool_network.names != SYMTOOL_UNUSED)
        return 0;
    __symtool_network.names = SYMTOOL_USED;
    __symtool_settle(&__symtool_network);
    outer = __symtool_new_socket(socket->family);
    outer->outside = 1;
    socket->channel.node.bytes = __symtool_network.bytes;
    socket->channel.node.size = __symtool_network.size;
    __symtool_join(socket, outer);
    __symtool_shut(outer, SYMTOOL_NO_OUTPUT);
    return 1;
}

/* Returns whether a connection waits at a listening socket. The connection from outside the program arrives when the program looks
   for one. */
int __symtool_arrive(struct __symtool_socket *socket)
{
    struct __symtool_socket *inner;
    if (socket->first != 0)
        return 1;
    if (__symtool_network.names != SYMTOOL_UNUSED)
        return 0;
    inner = __symtool_new_socket(socket->family);
    __symtool_join_outside(inner);
    inner->name = socket->name;
    if (socket->family == SYMTOOL_INET) {
        __symtool_choose_port(inner->peer);
        __symtool_set_loopback(&inner->peer->name);
        __symtool_set_loopback(&inner->name);
    }
    socket->first = inner;
    socket->waiting = 1;
    return 1;
}
