/* Addresses of sockets: names in the file system, abstract names, and ports of the loopback interface. */
#include "internal/io.h"
#include "internal/socket.h"

enum {
    ANY = 0, LOOPBACK = 0x0100007f /* 127.0.0.1 in the byte order of the network */, LOCAL = 127 /* its first byte */,
    LEAST_FREE_PORT = 1024, FIRST_CHOSEN_PORT = 32768, PATH = 2 /* offset of the path in struct sockaddr_un */,
    UNIX_SIZE = 110, INET_SIZE = 16, REUSE_ADDRESS = 2, REUSE_PORT = 15
};

/* The sockets that were bound, the latest first. */
static struct __symtool_socket *bound;

/* Makes the address of a socket known to `bind`. */
void __symtool_add_bound(struct __symtool_socket *socket)
{
    socket->others = bound;
    bound = socket;
}

void __symtool_set_loopback(struct __symtool_address *name)
{
    if (name->of.inet.host == ANY)
        name->of.inet.host = LOOPBACK;
}

/* Returns whether a socket still uses its address. */
static int is_used(struct __symtool_socket *socket)
{
    return !socket->closed && socket->name.size > 0;
}

/* Returns whether two options of sockets are set. */
static int both(struct __symtool_socket *one, struct __symtool_socket *other, int option)
{
    return (one->options & other->options) >> option & 1;
}

/* Returns whether another socket prevents a socket from using an internet address. */
static int is_taken(struct __symtool_socket *socket, const struct __symtool_address *name)
{
    for (struct __symtool_socket *other = bound; other != 0; other = other->others) {
        unsigned host = other->name.of.inet.host;
        if (other == socket || !is_used(other) || other->family != SYMTOOL_INET || other->name.of.inet.port != name->of.inet.port)
            continue;
        if (host != ANY && name->of.inet.host != ANY && host != name->of.inet.host)
            continue;
        if (both(socket, other, REUSE_PORT))
            continue;
        if (!both(socket, other, REUSE_ADDRESS) || other->state == SYMTOOL_LISTENING)
            return 1;
    }
    return 0;
}

/* Returns whether another socket listens at the internet address of a socket. */
int __symtool_has_listener(struct __symtool_socket *socket)
{
    for (struct __symtool_socket *other = bound; other != 0; other = other->others) {
        unsigned host = other->name.of.inet.host, own = socket->name.of.inet.host;
        if (other == socket || !is_used(other) || other->state != SYMTOOL_LISTENING || other->family != SYMTOOL_INET)
            continue;
        if (other->name.of.inet.port != socket->name.of.inet.port || (host != ANY && own != ANY && host != own))
            continue;
        if (!both(socket, other, REUSE_PORT))
            return 1;
        __symtool_unsupported("two sockets that listen at one port (SO_REUSEPORT)");
    }
    return 0;
}

/* Gives a socket a port that no other socket uses, and no certain host. Linux chooses any port; symtool takes the next one. */
void __symtool_choose_port(struct __symtool_socket *socket)
{
    static unsigned short next = FIRST_CHOSEN_PORT;
    struct __symtool_address name = {INET_SIZE, {.inet = {SYMTOOL_INET, 0, ANY}}};
    do
        name.of.inet.port = __builtin_bswap16(next++);
    while (is_taken(socket, &name));
    socket->name = name;
    __symtool_add_bound(socket);
}

static int bind_internet(struct __symtool_socket *socket, const void *address, unsigned size)
{
    struct __symtool_address name = {INET_SIZE};
    unsigned short port;
    if (size < INET_SIZE)
        return __symtool_fail(SYMTOOL_EINVAL);
    memcpy(name.of.bytes, address, INET_SIZE);
    memset(name.of.bytes + 8, 0, INET_SIZE - 8);
    if (name.of.family != SYMTOOL_INET && (name.of.family != 0 || name.of.inet.host != ANY))
        return __symtool_fail(SYMTOOL_EAFNOSUPPORT);
    name.of.family = SYMTOOL_INET;
    port = __builtin_bswap16(name.of.inet.port);
    if (name.of.inet.host != ANY && name.of.bytes[4] != LOCAL)
        return __symtool_fail(SYMTOOL_EADDRNOTAVAIL);
    if (port != 0 && port < LEAST_FREE_PORT)
        return __symtool_fail(SYMTOOL_EACCES);
    if (socket->state != SYMTOOL_FRESH || socket->name.size > 0)
        return __symtool_fail(SYMTOOL_EINVAL);
    if (port == 0) {
        __symtool_choose_port(socket);
        socket->name.of.inet.host = name.of.inet.host;
        return 0;
    }
    if (is_taken(socket, &name))
        return __symtool_fail(SYMTOOL_EADDRINUSE);
    socket->name = name;
    __symtool_add_bound(socket);
    return 0;
}

/* Checks an address of the family AF_UNIX and copies it. */
static int copy_unix(struct __symtool_address *name, const void *address, unsigned size)
{
    if (size <= PATH || size > UNIX_SIZE)
        return __symtool_fail(SYMTOOL_EINVAL);
    memset(name, 0, sizeof *name);
    name->size = size;
    memcpy(name->of.bytes, address, size);
    if (name->of.family != SYMTOOL_UNIX)
        return __symtool_fail(SYMTOOL_EINVAL);
    if (name->of.bytes[PATH] != 0)
        name->size = PATH + (unsigned)strlen((char *)name->of.bytes + PATH) + 1;
    return 0;
}

/* Returns the socket with an abstract name, null if there is none. */
static struct __symtool_socket *with_abstract(const struct __symtool_address *name)
{
    struct __symtool_socket *socket = bound;
    while (socket != 0 && !(is_used(socket) && socket->place == 0 && socket->name.size == name->size &&
                            memcmp(socket->name.of.bytes, name->of.bytes, name->size) == 0))
        socket = socket->others;
    return socket;
}

/* Creates the node of an address in the file system. */
static int bind_path(struct __symtool_socket *socket, const struct __symtool_address *name)
{
    struct __symtool_place place;
    struct __symtool_node *node;
    if (__symtool_walk_to_new(SYMTOOL_WORKING_FOLDER, (char *)name->of.bytes + PATH, 0, &place) != 0)
        return errno == SYMTOOL_EEXIST ? __symtool_fail(SYMTOOL_EADDRINUSE) : -1;
    if (socket->name.size > 0)
        return __symtool_fail(__symtool_can_change(place.folder) ? SYMTOOL_EINVAL : errno);
    node = __symtool_make(&place, SYMTOOL_SOCKET, 0777 & ~__symtool_mask);
    if (node == 0)
        return -1;
    socket->place = node;
    return 0;
}

static int bind_unix(struct __symtool_socket *socket, const void *address, unsigned size)
{
    struct __symtool_address name;
    if (size == PATH) {
        __symtool_unsupported("bind that lets the system choose a name");
        return __symtool_fail(SYMTOOL_EINVAL);
    }
    if (copy_unix(&name, address, size) != 0)
        return -1;
    if (name.of.bytes[PATH] != 0) {
        if (bind_path(socket, &name) != 0)
            return -1;
    } else {
        if (socket->name.size > 0)
            return __symtool_fail(SYMTOOL_EINVAL);
        if (with_abstract(&name) != 0)
            return __symtool_fail(SYMTOOL_EADDRINUSE);
    }
    socket->name = name;
    __symtool_add_bound(socket);
    return 0;
}

/* Gives a socket an address, as `bind` does. */
int __symtool_bind(struct __symtool_socket *socket, const void *address, unsigned size)
{
    return socket->family == SYMTOOL_UNIX ? bind_unix(socket, address, size) : bind_internet(socket, address, size);
}

static struct __symtool_socket *unix_listener(const void *address, unsigned size)
{
    struct __symtool_address name;
    struct __symtool_socket *socket;
    if (copy_unix(&name, address, size) != 0)
        return 0;
    if (name.of.bytes[PATH] == 0) {
        socket = with_abstract(&name);
    } else {
        struct __symtool_node *node = __symtool_find(SYMTOOL_WORKING_FOLDER, (char *)name.of.bytes + PATH, 0);
        if (node == 0)
            return 0;
        if (!__symtool_permits(node, 2)) {
            errno = SYMTOOL_EACCES;
            return 0;
        }
        socket = bound;
        while (socket != 0 && (socket->closed || socket->place != node))
            socket = socket->others;
    }
    if (socket != 0 && socket->state == SYMTOOL_LISTENING && !(socket->shut & SYMTOOL_NO_INPUT))
        return socket;
    errno = SYMTOOL_ECONNREFUSED;
    return 0;
}

static struct __symtool_socket *internet_listener(const void *address, unsigned size)
{
    struct __symtool_address name = {INET_SIZE};
    errno = SYMTOOL_EINVAL;
    if (size < INET_SIZE)
        return 0;
    memcpy(name.of.bytes, address, INET_SIZE);
    errno = SYMTOOL_EAFNOSUPPORT;
    if (name.of.family != SYMTOOL_INET)
        return 0;
    __symtool_set_loopback(&name);
    errno = SYMTOOL_ECONNREFUSED;
    if (name.of.bytes[4] != LOCAL)
        return 0;
    for (struct __symtool_socket *socket = bound; socket != 0; socket = socket->others) {
        unsigned host = socket->name.of.inet.host;
        if (is_used(socket) && socket->family == SYMTOOL_INET && socket->state == SYMTOOL_LISTENING &&
            socket->name.of.inet.port == name.of.inet.port && (host == ANY || host == name.of.inet.host))
            return socket;
    }
    return 0;
}

/* Returns the socket that listens at an address. Sets errno and returns null if there is none. ENOENT and ECONNREFUSED mean
   that the address is valid, but nobody in the program listens there. */
struct __symtool_socket *__symtool_find_listener(int family, const void *address, unsigned size)
{
    return family == SYMTOOL_UNIX ? unix_listener(address, size) : internet_listener(address, size);
}

/* Stores at most *size bytes of an address, for `accept` and similar functions. Sets *size to the whole length. */
int __symtool_store_address(struct __symtool_address *name, void *to, unsigned *size)
{
    unsigned all = name->size;
    if ((int)*size < 0)
        return __symtool_fail(SYMTOOL_EINVAL);
    if (all == 0) /* no address: only the family */
        all = name->of.family == SYMTOOL_UNIX ? PATH : INET_SIZE;
    memcpy(to, name->of.bytes, *size < all ? *size : all);
    *size = all;
    return 0;
}
