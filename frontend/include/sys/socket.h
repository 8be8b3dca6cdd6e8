/* Sockets (POSIX) with Linux's values and layouts. */
#ifndef _SYMTOOL_SYS_SOCKET_H
#define _SYMTOOL_SYS_SOCKET_H

#include <sys/types.h>
#include <sys/uio.h>

#define AF_UNSPEC 0
#define AF_UNIX 1
#define AF_LOCAL 1
#define AF_INET 2
#define AF_INET6 10
#define PF_UNSPEC 0
#define PF_UNIX 1
#define PF_LOCAL 1
#define PF_INET 2
#define PF_INET6 10
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOCK_SEQPACKET 5
#define SOCK_NONBLOCK 0x800
#define SOCK_CLOEXEC 0x80000
#define SOL_SOCKET 1
#define SO_DEBUG 1
#define SO_REUSEADDR 2
#define SO_TYPE 3
#define SO_ERROR 4
#define SO_DONTROUTE 5
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SO_OOBINLINE 10
#define SO_LINGER 13
#define SO_REUSEPORT 15
#define SO_PASSCRED 16
#define SO_PEERCRED 17
#define SO_RCVLOWAT 18
#define SO_SNDLOWAT 19
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SO_TIMESTAMP 29
#define SO_ACCEPTCONN 30
#define SO_PROTOCOL 38
#define SO_DOMAIN 39
#define SCM_RIGHTS 1
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
#define SOMAXCONN 4096
#define MSG_OOB 1
#define MSG_PEEK 2
#define MSG_CTRUNC 8
#define MSG_TRUNC 0x20
#define MSG_DONTWAIT 0x40
#define MSG_WAITALL 0x100
#define MSG_ERRQUEUE 0x2000
#define MSG_NOSIGNAL 0x4000
#define MSG_MORE 0x8000
#define MSG_CMSG_CLOEXEC 0x40000000

typedef unsigned socklen_t;
typedef unsigned short sa_family_t;

struct sockaddr {
    sa_family_t sa_family;
    char sa_data[14];
};

struct sockaddr_storage {
    sa_family_t ss_family;
    char __symtool_room[118];
    unsigned long __symtool_align;
};

struct linger {
    int l_onoff;
    int l_linger;
};

struct msghdr {
    void *msg_name;
    socklen_t msg_namelen;
    struct iovec *msg_iov;
    size_t msg_iovlen;
    void *msg_control;
    size_t msg_controllen;
    int msg_flags;
};

struct cmsghdr {
    size_t cmsg_len;
    int cmsg_level;
    int cmsg_type;
};

#define CMSG_ALIGN(size) (((size) + sizeof(size_t) - 1) & ~(sizeof(size_t) - 1))
#define CMSG_SPACE(size) (CMSG_ALIGN(size) + CMSG_ALIGN(sizeof(struct cmsghdr)))
#define CMSG_LEN(size) (CMSG_ALIGN(sizeof(struct cmsghdr)) + (size))
#define CMSG_DATA(header) ((unsigned char *)((header) + 1))
#define CMSG_FIRSTHDR(message) \
    ((message)->msg_controllen >= sizeof(struct cmsghdr) ? (struct cmsghdr *)(message)->msg_control : (struct cmsghdr *)0)

int socket(int domain, int type, int protocol);
int socketpair(int domain, int type, int protocol, int descriptors[2]);
int bind(int socket, const struct sockaddr *address, socklen_t size);
int listen(int socket, int backlog);
int accept(int socket, struct sockaddr *address, socklen_t *size);
int accept4(int socket, struct sockaddr *address, socklen_t *size, int flags);
int connect(int socket, const struct sockaddr *address, socklen_t size);
int shutdown(int socket, int how);
int getsockname(int socket, struct sockaddr *address, socklen_t *size);
int getpeername(int socket, struct sockaddr *address, socklen_t *size);
int getsockopt(int socket, int level, int name, void *value, socklen_t *size);
int setsockopt(int socket, int level, int name, const void *value, socklen_t size);
ssize_t send(int socket, const void *bytes, size_t size, int flags);
ssize_t recv(int socket, void *bytes, size_t size, int flags);
ssize_t sendto(int socket, const void *bytes, size_t size, int flags, const struct sockaddr *to, socklen_t length);
ssize_t recvfrom(int socket, void *bytes, size_t size, int flags, struct sockaddr *from, socklen_t *length);
ssize_t sendmsg(int socket, const struct msghdr *message, int flags);
ssize_t recvmsg(int socket, struct msghdr *message, int flags);

#endif
