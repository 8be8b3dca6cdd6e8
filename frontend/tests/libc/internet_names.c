/* Texts of internet addresses, and numeric hosts and services. */
#include "support.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

static const char letters[] = "0123456789abcfF.:::..  x";

/* Stores a random text that often is an address. */
static void random_address(char *to)
{
    unsigned n = below(5);
    *to = 0;
    switch (below(4)) {
    case 0:
        for (unsigned i = 0; i < n; i++)
        {
            const char *format = below(9) == 0 ? "%s0x%x" : below(9) == 0 ? "%s0%o" : "%s%u";
            unsigned most = below(3) ? 256 : 70000;
            sprintf(to + strlen(to), format, i ? "." : "", below(most));
        }
        return;
    case 1:
        n = below(10);
        for (unsigned i = 0; i < n; i++)
        {
            const char *format = below(4) == 0 ? "%s:" : "%s%x";
            unsigned most = below(3) ? 65536 : 3;
            sprintf(to + strlen(to), format, i ? ":" : "", below(most));
        }
        if (below(4) == 0)
            strcat(to, below(2) ? "::" : ":1.2.3.4");
        return;
    default:
        n = below(12);
        for (unsigned i = 0; i < n; i++)
            to[i] = letters[below(sizeof letters - 1)];
        to[n] = 0;
    }
}

static void texts(void)
{
    long valid[3] = {0};
    for (int i = 0; i < 6000; i++) {
        char text[128], shown[64];
        unsigned char six[16] = {0};
        struct in_addr four = {0};
        random_address(text);
        int a = inet_pton(AF_INET, text, &four), b = inet_aton(text, &four), c = inet_pton(AF_INET6, text, six);
        valid[0] += a;
        valid[1] += b;
        valid[2] += c;
        add(a * 100 + b * 10 + c);
        add(four.s_addr);
        add(inet_addr(text));
        add_bytes(six, 16);
        if (a + b + c > 0 && below(20) == 0)
            printf("%s %d %d %d %s\n", text, a, b, c, inet_ntop(AF_INET6, six, shown, sizeof shown));
    }
    printf("%ld %ld %ld\n", valid[0], valid[1], valid[2]);
    report("texts");
}

static void shown(void)
{
    char text[64];
    for (int i = 0; i < 3000; i++) {
        unsigned char six[16];
        for (int j = 0; j < 16; j++)
            six[j] = below(3) ? 0 : below(8) == 0 ? 255 : (unsigned char)any();
        if (below(8) == 0)
            memset(six, 0, 10);
        if (below(8) == 0)
            memset(six + 10, 255, 2);
        unsigned size = below(3) ? 46 : below(20);
        errno = 0;
        int family = below(2) ? AF_INET : AF_INET6;
        const char *result = inet_ntop(family, six, text, size);
        add(result == NULL ? (unsigned)errno : strlen(result));
        if (result != NULL)
            add_bytes(result, strlen(result));
        if (i % 100 == 0)
            printf("%s\n", result);
    }
    report("shown");
    struct in_addr four = {htonl(INADDR_LOOPBACK)};
    printf("%s\n", inet_ntoa(four));
    int unknown = inet_pton(77, "1", text);
    printf("%d %d\n", unknown, errno);
    const char *none = inet_ntop(77, text, text, 64);
    printf("%d %d\n", none == NULL, errno);
    printf("%s ", inet_ntop(AF_INET6, &in6addr_any, text, sizeof text));
    printf("%s\n", inet_ntop(AF_INET6, &in6addr_loopback, text, sizeof text));
    printf("%x %x %x %x\n", htons(0x1234), ntohs(0x1234), htonl(0x12345678), ntohl(0x12345678));
}

static void look_up(const char *host, const char *service, const struct addrinfo *hints)
{
    struct addrinfo *found = NULL;
    int error = getaddrinfo(host, service, hints, &found);
    printf("%s %s: %d", host ? host : "-", service ? service : "-", error);
    for (struct addrinfo *a = found; a != NULL; a = a->ai_next) {
        char name[64], port[16];
        int n = getnameinfo(a->ai_addr, a->ai_addrlen, name, sizeof name, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
        printf(" [%d %d %d %x %u %s %d %s %s]", a->ai_family, a->ai_socktype, a->ai_protocol, a->ai_flags, a->ai_addrlen,
               a->ai_canonname ? a->ai_canonname : "", n, name, port);
    }
    printf("\n");
    if (found != NULL)
        freeaddrinfo(found);
}

static void hosts(void)
{
    static const char *const names[] = {"127.0.0.1", "10.1", "::1", "fe80::2", "0x7f.1", "1.2.3.4 "};
    static const char *const services[] = {NULL, "80", "0", "70000", ""};
    static const int types[][2] = {{0, 0}, {SOCK_STREAM, 0}, {SOCK_DGRAM, 0}, {SOCK_RAW, 0}, {SOCK_STREAM, IPPROTO_TCP},
                                   {SOCK_STREAM, IPPROTO_UDP}, {0, IPPROTO_TCP}};
    static const int families[] = {AF_UNSPEC, AF_INET, AF_INET6};
    for (int i = 0; i < COUNT(names); i++)
        for (int j = 0; j < COUNT(services); j++)
            for (int k = 0; k < COUNT(types); k++)
                for (int l = 0; l < COUNT(families); l++) {
                    struct addrinfo hints = {0};
                    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | (k == 1 ? AI_CANONNAME : 0);
                    hints.ai_socktype = types[k][0];
                    hints.ai_protocol = types[k][1];
                    hints.ai_family = families[l];
                    look_up(names[i], services[j], &hints);
                }
    struct addrinfo hints = {.ai_flags = AI_PASSIVE, .ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
    look_up(NULL, "80", &hints);
    hints.ai_flags = 0;
    look_up(NULL, "80", &hints);
    hints.ai_family = AF_INET6;
    look_up(NULL, "80", &hints);
    look_up(NULL, NULL, &hints);
    hints.ai_family = 77;
    look_up("127.0.0.1", NULL, &hints);
    hints.ai_family = AF_INET;
    hints.ai_flags = 0x10000;
    look_up("127.0.0.1", NULL, &hints);
    hints.ai_flags = AI_CANONNAME;
    look_up(NULL, "1", &hints);
    hints.ai_flags = AI_NUMERICHOST;
    look_up("no number", NULL, &hints);
    look_up("127.0.0.1", NULL, NULL);
}

static void names(void)
{
    struct sockaddr_in a = {AF_INET, htons(4711), {htonl(0x7f000001)}};
    char host[64], port[16];
    int numeric = NI_NUMERICHOST | NI_NUMERICSERV;
    printf("%d\n", getnameinfo((struct sockaddr *)&a, sizeof a, host, 5, port, 16, numeric));
    printf("%d\n", getnameinfo((struct sockaddr *)&a, sizeof a, host, 64, port, 2, numeric));
    printf("%d\n", getnameinfo((struct sockaddr *)&a, 8, host, 64, port, 16, numeric));
    printf("%d\n", getnameinfo((struct sockaddr *)&a, sizeof a, NULL, 0, NULL, 0, numeric));
    printf("%d\n", getnameinfo((struct sockaddr *)&a, sizeof a, NULL, 0, port, 16, numeric));
    printf("%s\n", port);
    a.sin_family = 77;
    printf("%d\n", getnameinfo((struct sockaddr *)&a, sizeof a, host, 64, port, 16, numeric));
    for (int i = 2; i > -110; i--)
        if (i != -12) /* unknown to old libraries */
            printf("%s\n", gai_strerror(i));
}

int main(void)
{
    texts();
    shown();
    hosts();
    names();
    return 0;
}
