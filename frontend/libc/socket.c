/* socket, socketpair, bind, listen, shutdown, getsockname, getpeername (POSIX). Only sockets for streams exist, of the
   families AF_UNIX and AF_INET. */
#include "internal/io.h"
#include "internal/socket.h"

enum { FAMILIES = 46, TYPES = 11, TYPE_BITS = 0xf, DATAGRAM = 2, RAW = 3, PACKET = 5, TCP = 6, MOST_BACKLOG = 4096 };

/* Checks the arguments of `socket`. */
static int check(int family, int type, int protocol)
{
    int kind = type & TYPE_BITS;
    if (type & ~(TYPE_BITS | SYMTOOL_SOCK_NONBLOCK | SYMTOOL_SOCK_CLOEXEC))
        return __symtool_fail(SYMTOOL_EINVAL);
    if (family < 0 || family >= FAMILIES)
        return __symtool_fail(SYMTOOL_EAFNOSUPPORT);
    if (kind >= TYPES)
        return __symtool_fail(SYMTOOL_EINVAL);
    if (family == 0 || family == SYMTOOL_INET6) /* as on a host without IPv6 */
        return __symtool_fail(SYMTOOL_EAFNOSUPPORT);
    if (family != SYMTOOL_UNIX && family != SYMTOOL_INET) {
        __symtool_unsupported("a socket of another family than AF_UNIX and AF_INET");
        return __symtool_fail(SYMTOOL_EAFNOSUPPORT);
    }
    if (family == SYMTOOL_UNIX && protocol != 0 && protocol != SYMTOOL_UNIX)
        return __symtool_fail(SYMTOOL_EPROTONOSUPPORT);
    if (kind != SYMTOOL_SOCK_STREAM && kind != DATAGRAM && kind != RAW && kind != PACKET)
        return __symtool_fail(SYMTOOL_ESOCKTNOSUPPORT);
    if (family == SYMTOOL_INET && kind == PACKET)
        return __symtool_fail(SYMTOOL_ESOCKTNOSUPPORT);
    if (kind != SYMTOOL_SOCK_STREAM) {
        __symtool_unsupported("a socket of another type than SOCK_STREAM");
        return __symtool_fail(SYMTOOL_ESOCKTNOSUPPORT);
    }
    if (family == SYMTOOL_INET && protocol != 0 && protocol != TCP)
        return __symtool_fail(SYMTOOL_EPROTONOSUPPORT);
    return __symtool_can_open() ? 0 : __symtool_fail(SYMTOOL_EMFILE);
}

int socket(int family, int type, int protocol)
{
    if (check(family, type, protocol) != 0)
        return -1;
    return __symtool_open_socket(__symtool_new_socket(family), type);
}

int socketpair(int family, int type, int protocol, int descriptors[2])
{
    struct __symtool_socket *ends[2];
    if (check(family, type, protocol) != 0)
        return -1;
    if (family != SYMTOOL_UNIX)
        return __symtool_fail(SYMTOOL_EOPNOTSUPP);
    for (int i = 0; i < 2; i++)
        ends[i] = __symtool_new_socket(family);
    int one = __symtool_open_socket(ends[0], type), other = __symtool_open_socket(ends[1], type);
    if (other < 0) {
        __symtool_close(one);
        return __symtool_fail(SYMTOOL_EMFILE);
    }
    __symtool_join(ends[0], ends[1]);
    descriptors[0] = one;
    descriptors[1] = other;
    return 0;
}

/* Returns whether the size of an address is possible. */
static int is_size(unsigned size)
{
    return size <= 128;
}

int bind(int descriptor, const void *address, unsigned size)
{
    struct __symtool_socket *socket = __symtool_socket(descriptor, 0);
    if (socket == 0)
        return -1;
    if (!is_size(size))
        return __symtool_fail(SYMTOOL_EINVAL);
    return __symtool_bind(socket, address, size);
}

int listen(int descriptor, int backlog)
{
    struct __symtool_socket *socket = __symtool_socket(descriptor, 0);
    if (socket == 0)
        return -1;
    if (socket->state != SYMTOOL_FRESH && socket->state != SYMTOOL_LISTENING)
        return __symtool_fail(SYMTOOL_EINVAL);
    if (socket->name.size == 0) {
        if (socket->family == SYMTOOL_UNIX)
            return __symtool_fail(SYMTOOL_EINVAL);
        __symtool_choose_port(socket);
    }
    if (socket->state == SYMTOOL_FRESH && socket->family == SYMTOOL_INET && __symtool_has_listener(socket))
        return __symtool_fail(SYMTOOL_EADDRINUSE);
    socket->state = SYMTOOL_LISTENING;
    socket->backlog = backlog < 0 || backlog > MOST_BACKLOG ? MOST_BACKLOG : backlog;
    return 0;
}

int shutdown(int descriptor, int how)
{
    struct __symtool_socket *socket = __symtool_socket(descriptor, 0);
    if (socket == 0)
        return -1;
    if (how < 0 || how > 2)
        return __symtool_fail(SYMTOOL_EINVAL);
    how++; /* SHUT_RD, SHUT_WR and SHUT_RDWR become SYMTOOL_NO_INPUT, SYMTOOL_NO_OUTPUT and both */
    if (socket->family == SYMTOOL_INET && socket->state == SYMTOOL_LISTENING) {
        if (how & SYMTOOL_NO_INPUT) {
            socket->state = SYMTOOL_FRESH;
            __symtool_refuse_waiting(socket);
        }
        return 0;
    }
    int is_connected = socket->state == SYMTOOL_CONNECTED;
    __symtool_shut(socket, how);
    return socket->family == SYMTOOL_UNIX || is_connected ? 0 : __symtool_fail(SYMTOOL_ENOTCONN);
}

int getsockname(int descriptor, void *address, unsigned *size)
{
    struct __symtool_socket *socket = __symtool_socket(descriptor, 0);
    return socket == 0 ? -1 : __symtool_store_address(&socket->name, address, size);
}

int getpeername(int descriptor, void *address, unsigned *size)
{
    struct __symtool_socket *socket = __symtool_socket(descriptor, 0);
    if (socket == 0)
        return -1;
    if (socket->state != SYMTOOL_CONNECTED)
        return __symtool_fail(SYMTOOL_ENOTCONN);
    return __symtool_store_address(&socket->peer->name, address, size);
}
