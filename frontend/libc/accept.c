/* accept, accept4, connect (POSIX). Nobody outside the program exists, except for one end of the connection of --sym-socket or
   --socket: it is the first connection that the program accepts without a waiting connection, or the first to an address at which
   the program does not listen. */
#include "internal/io.h"
#include "internal/socket.h"

/* Waits for a connection: the program cannot continue. */
static void wait_for_connection(void)
{
    if (__symtool_network.names == SYMTOOL_NO_NETWORK)
        __symtool_unsupported("accept of a connection from outside the program without --sym-socket");
    __symtool_stop();
}

static int accept_from(int descriptor, void *address, unsigned *size, int wanted)
{
    int flags, new;
    struct __symtool_socket *socket, *next;
    if (__symtool_opened(descriptor) == 0)
        return -1;
    if (wanted & ~(SYMTOOL_SOCK_NONBLOCK | SYMTOOL_SOCK_CLOEXEC))
        return __symtool_fail(SYMTOOL_EINVAL);
    if (!__symtool_can_open())
        return __symtool_fail(SYMTOOL_EMFILE);
    socket = __symtool_socket(descriptor, &flags);
    if (socket == 0)
        return -1;
    if (socket->state != SYMTOOL_LISTENING)
        return __symtool_fail(SYMTOOL_EINVAL);
    int is_shut = socket->shut & SYMTOOL_NO_INPUT;
    if (socket->first == 0 && (is_shut || !__symtool_arrive(socket))) {
        if (flags & SYMTOOL_NONBLOCK)
            return __symtool_fail(SYMTOOL_EAGAIN);
        if (is_shut)
            return __symtool_fail(SYMTOOL_EINVAL);
        if (socket->receive_limit[0] != 0 || socket->receive_limit[1] != 0)
            return __symtool_fail(SYMTOOL_EAGAIN);
        wait_for_connection();
    }
    next = socket->first;
    socket->first = next->next;
    socket->waiting--;
    if (socket->family == SYMTOOL_INET)
        __symtool_add_bound(next);
    next->options = socket->options;
    next->tcp_options = socket->tcp_options;
    next->linger = socket->linger;
    new = __symtool_open_socket(next, wanted);
    if (address != 0 && __symtool_store_address(&next->peer->name, address, size) != 0) {
        __symtool_close(new);
        return __symtool_fail(SYMTOOL_EINVAL);
    }
    return new;
}

int accept(int descriptor, void *address, unsigned *size)
{
    return accept_from(descriptor, address, size, 0);
}

int accept4(int descriptor, void *address, unsigned *size, int flags)
{
    return accept_from(descriptor, address, size, flags);
}

/* Adds a connection to those that wait at a listening socket. */
static void enqueue(struct __symtool_socket *listener, struct __symtool_socket *socket, const void *address)
{
    struct __symtool_socket *new = __symtool_new_socket(socket->family), **end = &listener->first;
    new->name = listener->name;
    if (socket->family == SYMTOOL_INET) {
        memcpy(new->name.of.bytes, address, 8); /* the family, the port and the host to which the program connects */
        __symtool_set_loopback(&new->name);
    }
    __symtool_join(socket, new);
    while (*end != 0)
        end = &(*end)->next;
    *end = new;
    listener->waiting++;
}

/* Fails or waits for ever if too many connections wait at a listening socket. */
static int check_backlog(struct __symtool_socket *listener, int flags)
{
    if (listener->waiting <= listener->backlog)
        return 0;
    if (listener->family == SYMTOOL_UNIX && (flags & SYMTOOL_NONBLOCK))
        return __symtool_fail(SYMTOOL_EAGAIN);
    __symtool_unsupported("connect to a socket at which too many connections wait");
    __symtool_stop();
    return -1;
}

/* Connects a socket to the outside of the program. Returns -1 if there is nobody. */
static int connect_outside(struct __symtool_socket *socket, const void *address, unsigned size)
{
    if (!__symtool_join_outside(socket))
        return -1;
    memcpy(socket->peer->name.of.bytes, address, size);
    socket->peer->name.size = size;
    return 0;
}

/* Connects a socket that is neither connected nor listening. */
static int connect_fresh(struct __symtool_socket *socket, const void *address, unsigned size, int flags)
{
    struct __symtool_socket *listener = __symtool_find_listener(socket->family, address, size);
    int error = errno, is_tcp = socket->family == SYMTOOL_INET;
    int is_valid = listener != 0 || error == SYMTOOL_ECONNREFUSED || error == SYMTOOL_ENOENT;
    if (!is_valid)
        return -1;
    if (is_tcp && socket->name.size == 0)
        __symtool_choose_port(socket);
    if (is_tcp)
        __symtool_set_loopback(&socket->name);
    socket->shut = is_tcp ? 0 : socket->shut;
    if (listener != 0) {
        if (check_backlog(listener, flags) != 0)
            return -1;
        enqueue(listener, socket, address);
    } else if (connect_outside(socket, address, size) != 0) {
        if (!is_tcp || !(flags & SYMTOOL_NONBLOCK))
            return __symtool_fail(error);
        socket->error = error;
        socket->shut = SYMTOOL_NO_INPUT | SYMTOOL_NO_OUTPUT;
    }
    if (!is_tcp || !(flags & SYMTOOL_NONBLOCK))
        return 0;
    socket->connecting = 1;
    return __symtool_fail(SYMTOOL_EINPROGRESS);
}

/* Ends a non-blocking connect, which is complete. */
static int complete(struct __symtool_socket *socket)
{
    int error = socket->error;
    socket->connecting = 0;
    socket->error = 0;
    if (socket->state == SYMTOOL_FRESH)
        socket->shut = 0;
    return error == 0 ? 0 : __symtool_fail(error);
}

int connect(int descriptor, const void *address, unsigned size)
{
    int flags;
    unsigned short family;
    struct __symtool_socket *socket = __symtool_socket(descriptor, &flags);
    if (socket == 0)
        return -1;
    if (size > 128 || size < sizeof family)
        return __symtool_fail(SYMTOOL_EINVAL);
    memcpy(&family, address, sizeof family);
    if (socket->family == SYMTOOL_INET && family == 0) {
        __symtool_unsupported("connect to AF_UNSPEC");
        return __symtool_fail(SYMTOOL_EAFNOSUPPORT);
    }
    if (socket->connecting)
        return complete(socket);
    if (socket->state == SYMTOOL_FRESH)
        return connect_fresh(socket, address, size, flags);
    if (socket->family == SYMTOOL_UNIX) {
        struct __symtool_socket *listener = __symtool_find_listener(socket->family, address, size);
        if (listener == 0 || check_backlog(listener, flags) != 0)
            return -1;
        if (socket->state == SYMTOOL_LISTENING)
            return __symtool_fail(SYMTOOL_EINVAL);
    }
    return __symtool_fail(SYMTOOL_EISCONN);
}
