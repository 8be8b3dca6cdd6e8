/* getsockopt, setsockopt (POSIX). Most options have no effect on a connection in the program; their values are stored. */
#include "internal/io.h"
#include "internal/socket.h"

/* Levels and options, with Linux's values. */
enum {
    SOCKET_LEVEL = 1, TCP_LEVEL = 6, DEBUG = 1, REUSE = 2, TYPE = 3, ERROR = 4, DONT_ROUTE = 5, BROADCAST = 6, SEND_BUFFER = 7,
    RECEIVE_BUFFER = 8, KEEP_ALIVE = 9, OOB_INLINE = 10, LINGER = 13, REUSE_PORT = 15, RECEIVE_LIMIT = 20, SEND_LIMIT = 21,
    ACCEPTS = 30, PROTOCOL = 38, DOMAIN = 39, NO_DELAY = 1, INT = 4, LONG_PAIR = 16, INT_PAIR = 8, EDOM = 33,
    LEAST_SEND_BUFFER = 4608, LEAST_RECEIVE_BUFFER = 2304
};

/* Returns whether an option of SOL_SOCKET is a flag. */
static int is_flag(int name)
{
    return name == DEBUG || name == REUSE || name == DONT_ROUTE || name == BROADCAST || name == KEEP_ALIVE || name == OOB_INLINE ||
           name == REUSE_PORT;
}

static void set_flag(unsigned long *flags, int name, int value)
{
    *flags = (*flags & ~(1UL << name)) | (unsigned long)(value != 0) << name;
}

static int set_limit(long *limit, const void *value, unsigned size)
{
    long new[2];
    if (size < LONG_PAIR)
        return __symtool_fail(SYMTOOL_EINVAL);
    memcpy(new, value, sizeof new);
    if (new[1] < 0 || new[1] >= 1000000)
        return __symtool_fail(EDOM);
    limit[0] = new[0] < 0 ? 0 : new[0];
    limit[1] = new[0] < 0 ? 0 : new[1];
    return 0;
}

/* Stores the size of a buffer as Linux does: twice the wanted size, within limits. It has no effect on transfers. */
static int set_buffer(int *size, int wanted, int least)
{
    if (wanted < 0 || wanted > SYMTOOL_BUFFER)
        wanted = SYMTOOL_BUFFER;
    *size = 2 * wanted < least ? least : 2 * wanted;
    return 0;
}

static int set_of_socket(struct __symtool_socket *socket, int name, const void *value, unsigned size)
{
    int number, pair[2];
    if (size < INT)
        return __symtool_fail(SYMTOOL_EINVAL);
    memcpy(&number, value, INT);
    if (name == DEBUG && number != 0)
        return __symtool_fail(SYMTOOL_EACCES);
    if (name == REUSE_PORT && number != 0 && socket->family != SYMTOOL_INET)
        return __symtool_fail(SYMTOOL_EOPNOTSUPP);
    if (is_flag(name)) {
        set_flag(&socket->options, name, number);
        return 0;
    }
    switch (name) {
    case SEND_BUFFER: return set_buffer(&socket->send_buffer, number, LEAST_SEND_BUFFER);
    case RECEIVE_BUFFER: return set_buffer(&socket->receive_buffer, number, LEAST_RECEIVE_BUFFER);
    case LINGER:
        if (size < INT_PAIR)
            return __symtool_fail(SYMTOOL_EINVAL);
        memcpy(pair, value, sizeof pair);
        set_flag(&socket->options, LINGER, pair[0]);
        if (pair[0] != 0)
            socket->linger = pair[1];
        return 0;
    case RECEIVE_LIMIT: return set_limit(socket->receive_limit, value, size);
    case SEND_LIMIT: return set_limit(socket->send_limit, value, size);
    case TYPE:
    case ERROR:
    case ACCEPTS:
    case PROTOCOL:
    case DOMAIN: return __symtool_fail(SYMTOOL_ENOPROTOOPT);
    default:
        __symtool_unsupported("setsockopt of another option of SOL_SOCKET");
        return __symtool_fail(SYMTOOL_ENOPROTOOPT);
    }
}

int setsockopt(int descriptor, int level, int name, const void *value, unsigned size)
{
    int number;
    struct __symtool_socket *socket = __symtool_socket(descriptor, 0);
    if (socket == 0)
        return -1;
    if ((int)size < 0)
        return __symtool_fail(SYMTOOL_EINVAL);
    if (level == SOCKET_LEVEL)
        return set_of_socket(socket, name, value, size);
    if (socket->family == SYMTOOL_UNIX)
        return __symtool_fail(SYMTOOL_EOPNOTSUPP);
    if (level != TCP_LEVEL || name != NO_DELAY) {
        __symtool_unsupported("setsockopt of an option other than those of SOL_SOCKET and TCP_NODELAY");
        return __symtool_fail(SYMTOOL_ENOPROTOOPT);
    }
    if (size < INT)
        return __symtool_fail(SYMTOOL_EINVAL);
    memcpy(&number, value, INT);
    set_flag(&socket->tcp_options, NO_DELAY, number);
    return 0;
}

/* Stores the value of an option, at most *size bytes of it. */
static int give(void *to, unsigned *size, const void *value, unsigned whole)
{
    if (*size > whole)
        *size = whole;
    memcpy(to, value, *size);
    return 0;
}

static int give_number(void *to, unsigned *size, int number)
{
    return give(to, size, &number, INT);
}

static int get_of_socket(struct __symtool_socket *socket, int name, void *to, unsigned *size)
{
    int number, pair[2];
    if (is_flag(name))
        return give_number(to, size, socket->options >> name & 1);
    switch (name) {
    case TYPE: return give_number(to, size, SYMTOOL_SOCK_STREAM);
    case ERROR:
        number = socket->error;
        socket->error = 0;
        return give_number(to, size, number);
    case SEND_BUFFER: return give_number(to, size, socket->send_buffer);
    case RECEIVE_BUFFER: return give_number(to, size, socket->receive_buffer);
    case LINGER:
        pair[0] = socket->options >> LINGER & 1;
        pair[1] = socket->linger;
        return give(to, size, pair, sizeof pair);
    case RECEIVE_LIMIT: return give(to, size, socket->receive_limit, LONG_PAIR);
    case SEND_LIMIT: return give(to, size, socket->send_limit, LONG_PAIR);
    case ACCEPTS: return give_number(to, size, socket->state == SYMTOOL_LISTENING);
    case PROTOCOL: return give_number(to, size, socket->family == SYMTOOL_INET ? TCP_LEVEL : 0);
    case DOMAIN: return give_number(to, size, socket->family);
    default:
        __symtool_unsupported("getsockopt of another option of SOL_SOCKET");
        return __symtool_fail(SYMTOOL_ENOPROTOOPT);
    }
}

int getsockopt(int descriptor, int level, int name, void *value, unsigned *size)
{
    struct __symtool_socket *socket = __symtool_socket(descriptor, 0);
    if (socket == 0)
        return -1;
    if ((int)*size < 0)
        return __symtool_fail(SYMTOOL_EINVAL);
    if (level == SOCKET_LEVEL)
        return get_of_socket(socket, name, value, size);
    if (socket->family == SYMTOOL_UNIX)
        return __symtool_fail(SYMTOOL_EOPNOTSUPP);
    if (level == TCP_LEVEL && name == NO_DELAY)
        return give_number(value, size, socket->tcp_options >> NO_DELAY & 1);
    __symtool_unsupported("getsockopt of an option other than those of SOL_SOCKET and TCP_NODELAY");
    return __symtool_fail(SYMTOOL_ENOPROTOOPT);
}
