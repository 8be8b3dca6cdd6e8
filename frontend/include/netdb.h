/* Names of hosts (POSIX) with Linux's values and layouts. */
#ifndef _SYMTOOL_NETDB_H
#define _SYMTOOL_NETDB_H

#include <netinet/in.h>

#define AI_PASSIVE 1
#define AI_CANONNAME 2
#define AI_NUMERICHOST 4
#define AI_NUMERICSERV 0x400
#define AI_V4MAPPED 8
#define AI_ALL 0x10
#define AI_ADDRCONFIG 0x20
#define EAI_BADFLAGS (-1)
#define EAI_NONAME (-2)
#define EAI_AGAIN (-3)
#define EAI_FAIL (-4)
#define EAI_FAMILY (-6)
#define EAI_SOCKTYPE (-7)
#define EAI_SERVICE (-8)
#define EAI_ADDRFAMILY (-9)
#define EAI_MEMORY (-10)
#define EAI_SYSTEM (-11)
#define EAI_OVERFLOW (-12)
#define NI_NUMERICHOST 1
#define NI_NUMERICSERV 2
#define NI_NOFQDN 4
#define NI_NAMEREQD 8
#define NI_DGRAM 16
#define NI_MAXHOST 1025
#define NI_MAXSERV 32

struct hostent {
    char *h_name;
    char **h_aliases;
    int h_addrtype;
    int h_length;
    char **h_addr_list;
};
#define h_addr h_addr_list[0]

struct servent {
    char *s_name;
    char **s_aliases;
    int s_port;
    char *s_proto;
};

struct addrinfo {
    int ai_flags;
    int ai_family;
    int ai_socktype;
    int ai_protocol;
    socklen_t ai_addrlen;
    struct sockaddr *ai_addr;
    char *ai_canonname;
    struct addrinfo *ai_next;
};

struct hostent *gethostbyname(const char *name);
struct servent *getservbyname(const char *name, const char *protocol);
int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found);
void freeaddrinfo(struct addrinfo *found);
const char *gai_strerror(int error);
int getnameinfo(const struct sockaddr *address, socklen_t size, char *host, socklen_t host_size, char *service, socklen_t service_size, int flags);

#endif
