/* getaddrinfo, freeaddrinfo, getnameinfo, gai_strerror (POSIX) for numeric hosts and services, and the host `localhost`:
   there is no name server. */
#include "internal/io.h"

struct addrinfo {
    int flags, family, type, protocol;
    unsigned size;
    void *address;
    char *name;
    struct addrinfo *next;
};

enum {
    INET = 2, INET6 = 10, STREAM = 1, DATAGRAM = 2, RAW = 3, TCP = 6, UDP = 17,
    PASSIVE = 1, WITH_NAME = 2, NUMERIC_HOST = 4, MAPPED = 8, NUMERIC_SERVICE = 0x400, KNOWN_FLAGS = 0x7ff,
    BAD_FLAGS = -1, NO_NAME = -2, BAD_FAMILY = -6, BAD_TYPE = -7, NO_SERVICE = -8, OTHER_FAMILY = -9, NO_MEMORY = -10,
    TOO_LONG = -12, NAME_REQUIRED = 8
};

/* Functions of inet_pton.c. */
int __symtool_aton(const char *text, void *address);
int __symtool_pton(int family, const char *text, void *address);
const char *__symtool_ntop(int family, const void *address, char *text, unsigned size);

/* A kind of socket, and the protocol that it has. */
static const struct { int type, protocol; } kinds[] = {{STREAM, TCP}, {DATAGRAM, UDP}, {RAW, 0}};

/* An address with Linux's layout: struct sockaddr_in or struct sockaddr_in6. */
struct address {
    unsigned short family, port;
    unsigned host;              /* AF_INET */
    unsigned host_6[4], scope;  /* AF_INET6 */
};

/* Stores the address of a host. Returns 0, or the number of the error. */
static int find_host(const char *host, const struct addrinfo *hints, struct address *to)
{
    memset(to, 0, sizeof *to);
    if (host == 0) {
        to->family = (unsigned short)(hints->family == INET6 ? INET6 : INET);
        if (hints->flags & PASSIVE)
            return 0;
        to->host = to->family == INET ? 0x0100007f : 0;
        to->host_6[3] = to->family == INET ? 0 : 0x01000000;
        return 0;
    }
    unsigned long n = strlen(host);
    int ends_with_space = n > 0 && (host[n - 1] == ' ' || (host[n - 1] >= '\t' && host[n - 1] <= '\r'));
    if (!ends_with_space && __symtool_aton(host, &to->host)) {
        to->family = INET;
        return hints->family != INET6 ? 0 : OTHER_FAMILY;
    }
    if (__symtool_pton(INET6, host, to->host_6) == 1) {
        to->family = INET6;
        return hints->family != INET ? 0 : OTHER_FAMILY;
    }
    if ((hints->flags & NUMERIC_HOST) || strcmp(host, "localhost") != 0 || hints->family == INET6)
        return NO_NAME;
    to->family = INET;
    to->host = 0x0100007f;
    return 0;
}

/* Stores the port of a service in the byte order of the network. Returns 0, or the number of the error. */
static int find_port(const char *service, const struct addrinfo *hints, unsigned short *port)
{
    unsigned long number = 0;
    *port = 0;
    if (service == 0)
        return 0;
    for (const char *s = service; *s != 0; s++) {
        if (*s < '0' || *s > '9')
            return hints->flags & NUMERIC_SERVICE ? NO_NAME : NO_SERVICE;
        number = (number * 10 + (unsigned long)(*s - '0')) & 0xffffffff;
    }
    *port = __builtin_bswap16((unsigned short)number);
    return 0;
}

static void release(struct addrinfo *first)
{
    while (first != 0) {
        struct addrinfo *next = first->next;
        free(first->name);
        free(first);
        first = next;
    }
}

/* Creates the description of an address for one kind of socket. Returns null if there is no memory. */
static struct addrinfo *create(const struct address *address, int kind, int flags, const char *name)
{
    unsigned size = address->family == INET ? 16 : 28;
    struct addrinfo *new = malloc(sizeof *new + size);
    if (new == 0)
        return 0;
    memset(new, 0, sizeof *new);
    new->flags = flags;
    new->family = address->family;
    new->type = kinds[kind].type;
    new->protocol = kinds[kind].protocol;
    new->size = size;
    new->address = new + 1;
    memset(new->address, 0, size);
    memcpy(new->address, address, address->family == INET ? 8 : 28);
    if (name != 0) {
        new->name = malloc(strlen(name) + 1);
        if (new->name == 0) {
            free(new);
            return 0;
        }
        memcpy(new->name, name, strlen(name) + 1);
    }
    return new;
}

/* Returns whether the caller asks for a kind of socket. */
static int is_wanted(int kind, const struct addrinfo *hints, const char *service)
{
    if (hints->type != 0 && hints->type != kinds[kind].type)
        return 0;
    if (kinds[kind].type == RAW && hints->type == RAW) /* has any protocol, and no service */
        return service == 0;
    return hints->protocol == 0 || hints->protocol == kinds[kind].protocol;
}

/* Returns 0 if some kind of socket is wanted, otherwise the number of the error. */
static int check_kind(const char *service, const struct addrinfo *hints)
{
    for (int kind = 0; kind < 3; kind++)
        if (is_wanted(kind, hints, service))
            return 0;
    return hints->type == RAW ? NO_SERVICE : BAD_TYPE;
}

static int check(const char *host, const char *service, const struct addrinfo *hints)
{
    if (host == 0 && service == 0)
        return NO_NAME;
    if ((hints->flags & ~KNOWN_FLAGS) || ((hints->flags & WITH_NAME) && host == 0))
        return BAD_FLAGS;
    if (hints->family != 0 && hints->family != INET && hints->family != INET6)
        return BAD_FAMILY;
    if (hints->flags & MAPPED && hints->family == INET6)
        __symtool_unsupported("getaddrinfo with AI_V4MAPPED");
    return 0;
}

/* Adds the descriptions of an address to a list. */
static int describe(const struct address *address, const char *host, const char *service, const struct addrinfo *hints,
                    struct addrinfo **found)
{
    struct addrinfo *first = 0, **end = &first;
    for (int kind = 0; kind < 3; kind++) {
        if (!is_wanted(kind, hints, service))
            continue;
        *end = create(address, kind, hints->flags, (hints->flags & WITH_NAME) && first == 0 ? host : 0);
        if (*end == 0) {
            release(first);
            return NO_MEMORY;
        }
        if (kinds[kind].type == RAW)
            (*end)->protocol = hints->protocol;
        end = &(*end)->next;
    }
    *found = first;
    return 0;
}

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found)
{
    static const struct addrinfo none = {0x28}; /* AI_V4MAPPED and AI_ADDRCONFIG, as in glibc */
    struct address address;
    unsigned short port;
    if (hints == 0)
        hints = &none;
    if (host != 0 && host[0] == '*' && host[1] == 0)
        host = 0;
    if (service != 0 && service[0] == '*' && service[1] == 0)
        service = 0;
    int error = check(host, service, hints);
    if (service != 0 && *service == 0)
        service = 0;
    if (error == 0)
        error = check_kind(service, hints);
    if (error == 0)
        error = find_port(service, hints, &port);
    if (error == 0)
        error = find_host(host, hints, &address);
    if (error != 0)
        return error;
    address.port = port;
    return describe(&address, host, service, hints, found);
}

void freeaddrinfo(struct addrinfo *first)
{
    release(first);
}

/* Copies a text if there is a place for it. Returns 0, or the number of the error. */
static int copy(char *to, unsigned size, const char *text)
{
    if (to == 0 || size == 0)
        return 0;
    if (strlen(text) >= size)
        return TOO_LONG;
    memcpy(to, text, strlen(text) + 1);
    return 0;
}

int getnameinfo(const void *address, unsigned size, char *host, unsigned host_size, char *service, unsigned service_size, int flags)
{
    struct address copied;
    char text[46], number[6];
    int n = 0, error;
    if (flags & ~0xff)
        return BAD_FLAGS;
    if (size < 2)
        return BAD_FAMILY;
    memset(&copied, 0, sizeof copied);
    memcpy(&copied, address, size < sizeof copied ? size : sizeof copied);
    if (!(copied.family == INET && size >= 16) && !(copied.family == INET6 && size >= 28))
        return BAD_FAMILY;
    if (flags & NAME_REQUIRED) /* no address has a name */
        return NO_NAME;
    __symtool_ntop(copied.family, copied.family == INET ? &copied.host : copied.host_6, text, sizeof text);
    unsigned port = __builtin_bswap16(copied.port);
    for (unsigned power = 10000; power > 0; power /= 10)
        if (port >= power || power == 1)
            number[n++] = (char)('0' + port / power % 10);
    number[n] = 0;
    error = copy(host, host_size, text);
    return error != 0 ? error : copy(service, service_size, number);
}

const char *gai_strerror(int error)
{
    switch (error) {
    case -1: return "Bad value for ai_flags";
    case -2: return "Name or service not known";
    case -3: return "Temporary failure in name resolution";
    case -4: return "Non-recoverable failure in name resolution";
    case -5: return "No address associated with hostname";
    case -6: return "ai_family not supported";
    case -7: return "ai_socktype not supported";
    case -8: return "Servname not supported for ai_socktype";
    case -9: return "Address family for hostname not supported";
    case -10: return "Memory allocation failure";
    case -11: return "System error";
    case -100: return "Processing request in progress";
    case -101: return "Request canceled";
    case -102: return "Request not canceled";
    case -103: return "All requests done";
    case -104: return "Interrupted by a signal";
    case -105: return "Parameter string not correctly encoded";
    default: return "Unknown error";
    }
}
