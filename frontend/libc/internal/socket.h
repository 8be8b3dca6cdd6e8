/* Definitions shared by the models of sockets. Files that include it also include io.h before it. */

enum {
    SYMTOOL_ENOTSOCK = 88, SYMTOOL_EDESTADDRREQ = 89, SYMTOOL_EPROTOTYPE = 91,
    SYMTOOL_ENOPROTOOPT = 92, SYMTOOL_EPROTONOSUPPORT = 93, SYMTOOL_ESOCKTNOSUPPORT = 94, SYMTOOL_EAFNOSUPPORT = 97,
    SYMTOOL_EADDRINUSE = 98, SYMTOOL_EADDRNOTAVAIL = 99, SYMTOOL_ECONNRESET = 104, SYMTOOL_EISCONN = 106,
    SYMTOOL_ENOTCONN = 107, SYMTOOL_ECONNREFUSED = 111, SYMTOOL_EALREADY = 114, SYMTOOL_EINPROGRESS = 115
};

/* Families, types, options and flags, with Linux's values. */
enum {
    SYMTOOL_UNIX = 1, SYMTOOL_INET = 2, SYMTOOL_INET6 = 10,
    SYMTOOL_SOCK_STREAM = 1, SYMTOOL_SOCK_NONBLOCK = 04000, SYMTOOL_SOCK_CLOEXEC = 02000000,
    SYMTOOL_MSG_OOB = 1, SYMTOOL_MSG_PEEK = 2, SYMTOOL_MSG_TRUNC = 0x20, SYMTOOL_MSG_DONTWAIT = 0x40,
    SYMTOOL_MSG_WAITALL = 0x100, SYMTOOL_MSG_ERRQUEUE = 0x2000, SYMTOOL_MSG_NOSIGNAL = 0x4000
};

/* The number of bytes that a connection holds in one direction: the default size of Linux's buffers. */
enum { SYMTOOL_BUFFER = 212992 };

/* States of sockets. */
enum {
    SYMTOOL_FRESH,     /* neither connected nor listening */
    SYMTOOL_LISTENING,
    SYMTOOL_CONNECTED,
    SYMTOOL_ENDED      /* TCP: both ends have finished, or one has reset the connection */
};

/* Directions that are shut down. */
enum { SYMTOOL_NO_INPUT = 1, SYMTOOL_NO_OUTPUT = 2 };

/* An address with Linux's layout: struct sockaddr_un or struct sockaddr_in. */
struct __symtool_address {
    unsigned size;            /* 0: none */
    union {
        unsigned short family;
        unsigned char bytes[112];
        struct { unsigned short family, port; unsigned host; } inet; /* in the byte order of the network */
    } of;
};

/* A socket. The bytes of its node are those that have arrived and not been read. */
struct __symtool_socket {
    struct __symtool_channel channel;
    unsigned long at;                /* number of bytes of the node that were read */
    int family;
    int state;
    int shut;                        /* directions that are shut down */
    int finished;                    /* TCP: whether this end has sent the end of its stream */
    int closed;                      /* whether no descriptor is left */
    int error;                       /* the error of the next call; 0: none */
    int connecting;                  /* whether a non-blocking connect has not been reported as complete */
    int outside;                     /* whether this end of the connection is outside the program */
    int backlog;                     /* listening: one less than the maximal number of waiting connections */
    int waiting;                     /* listening: number of waiting connections */
    unsigned long options;           /* bit n: option n of SOL_SOCKET is set */
    unsigned long tcp_options;       /* the same for IPPROTO_TCP */
    int linger;                      /* seconds of SO_LINGER */
    int send_buffer, receive_buffer; /* SO_SNDBUF and SO_RCVBUF */
    long receive_limit[2];           /* SO_RCVTIMEO and SO_SNDTIMEO: seconds and microseconds; 0: none */
    long send_limit[2];
    struct __symtool_socket *peer;   /* the other end */
    struct __symtool_socket *first;  /* listening: the first waiting connection */
    struct __symtool_socket *next;   /* the waiting connection after this one */
    struct __symtool_socket *others; /* the next socket with an address */
    struct __symtool_address name;   /* the own address */
    struct __symtool_node *place;    /* the node of an address in the file system, or null */
};

/* Ends the program as if it was killed: a call waits, and nothing can end the wait. */
void __symtool_stop(void);

int memcmp(const void *a, const void *b, unsigned long size);

/* signal.c */

/* The input of the connection to the outside of the program. Its member `names` is one of these states. */
enum { SYMTOOL_NO_NETWORK = 0 /* no option */, SYMTOOL_UNUSED = 1, SYMTOOL_USED = 2 };
extern struct __symtool_node __symtool_network;

/* sockets.c */
struct __symtool_socket *__symtool_new_socket(int family);
int __symtool_open_socket(struct __symtool_socket *socket, int flags);
struct __symtool_socket *__symtool_socket(int descriptor, int *flags);
void __symtool_join(struct __symtool_socket *one, struct __symtool_socket *other);
void __symtool_reset(struct __symtool_socket *socket);
void __symtool_shut(struct __symtool_socket *socket, int how);
void __symtool_refuse_waiting(struct __symtool_socket *socket);
int __symtool_join_outside(struct __symtool_socket *socket);
int __symtool_arrive(struct __symtool_socket *socket);

/* transfer.c */
long __symtool_receive(struct __symtool_socket *socket, void *to, unsigned long size, int flags);
long __symtool_send(struct __symtool_socket *socket, const void *from, unsigned long size, int flags);

/* addresses.c */
void __symtool_add_bound(struct __symtool_socket *socket);
void __symtool_choose_port(struct __symtool_socket *socket);
void __symtool_set_loopback(struct __symtool_address *name);
int __symtool_bind(struct __symtool_socket *socket, const void *address, unsigned size);
struct __symtool_socket *__symtool_find_listener(int family, const void *address, unsigned size);
int __symtool_has_listener(struct __symtool_socket *socket);
int __symtool_store_address(struct __symtool_address *name, void *to, unsigned *size);
