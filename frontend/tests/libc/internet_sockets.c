/* Connections over the loopback interface, and the options and events of sockets. Ports are not printed, because the system chooses
   them. */
#include "scratch.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>

static int pipes;
static struct sockaddr_in server;

static void on_pipe(int number)
{
    pipes += number;
}

/* Reads from a descriptor and prints the bytes. */
static void input(int d)
{
    char text[32];
    long n = recv(d, text, sizeof text, MSG_DONTWAIT);
    if (n < 0)
        show("input", n);
    else
        printf("input: %ld %.*s\n", n, (int)n, text);
}

static void output(int d, const char *text)
{
    show("output", send(d, text, strlen(text), 0));
}

/* Prints the events of a descriptor that happen without waiting. */
static void events(int d)
{
    struct pollfd p = {d, POLLIN | POLLOUT | POLLRDHUP | POLLPRI | POLLRDNORM | POLLWRNORM, 0};
    struct timeval limit = {0, 0};
    fd_set in, out;
    FD_ZERO(&in);
    FD_ZERO(&out);
    FD_SET(d, &in);
    FD_SET(d, &out);
    show("poll", poll(&p, 1, 0));
    int n = select(d + 1, &in, &out, NULL, &limit);
    printf("events %x select %d %d %d\n", (unsigned)p.revents, n, FD_ISSET(d, &in) != 0, FD_ISSET(d, &out) != 0);
}

/* Creates a listening socket on a port that the system chooses. */
static int listener(int flags)
{
    socklen_t size = sizeof server;
    int s = socket(AF_INET, SOCK_STREAM | flags, 0);
    memset(&server, 0, sizeof server);
    server.sin_family = AF_INET;
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    show("bind", bind(s, (struct sockaddr *)&server, sizeof server));
    show("again", bind(s, (struct sockaddr *)&server, sizeof server));
    show("listen", listen(s, 4));
    show("name", getsockname(s, (struct sockaddr *)&server, &size));
    return s;
}

static void connected(int ends[2])
{
    int s = listener(0);
    ends[0] = socket(AF_INET, SOCK_STREAM, 0);
    show("connect", connect(ends[0], (struct sockaddr *)&server, sizeof server));
    ends[1] = accept(s, NULL, NULL);
    close(s);
}

static void addresses(void)
{
    struct sockaddr_in a, b;
    socklen_t size = sizeof a, other = sizeof b;
    char byte;
    int s = listener(SOCK_NONBLOCK), c = socket(AF_INET, SOCK_STREAM, 0);
    events(s);
    show("nobody", accept(s, NULL, NULL));
    show("connect", connect(c, (struct sockaddr *)&server, sizeof server));
    show("again", connect(c, (struct sockaddr *)&server, sizeof server));
    show("listener", connect(s, (struct sockaddr *)&server, sizeof server));
    events(s);
    int t = accept4(s, (struct sockaddr *)&a, &size, SOCK_NONBLOCK);
    show("accept", t < 0 ? -1 : 0);
    printf("%u %d %s %d\n", size, a.sin_family, inet_ntoa(a.sin_addr), fcntl(t, F_GETFL));
    show("client", getsockname(c, (struct sockaddr *)&b, &other));
    printf("%u %d %d\n", other, a.sin_port == b.sin_port, a.sin_addr.s_addr == b.sin_addr.s_addr);
    show("peer", getpeername(c, (struct sockaddr *)&b, &other));
    printf("%d %s\n", b.sin_port == server.sin_port, inet_ntoa(b.sin_addr));
    show("accepted", getsockname(t, (struct sockaddr *)&b, &other));
    printf("%d %s\n", b.sin_port == server.sin_port, inet_ntoa(b.sin_addr));
    show("sendto", sendto(c, "ab", 2, 0, (struct sockaddr *)&server, sizeof server));
    size = sizeof a;
    show("recvfrom", recvfrom(t, &byte, 1, 0, (struct sockaddr *)&a, &size));
    printf("%u %c\n", size, byte);
    show("listen", listen(c, 1));
    show("bind", bind(c, (struct sockaddr *)&server, sizeof server));
    int u = socket(AF_INET, SOCK_STREAM, 0);
    show("in use", bind(u, (struct sockaddr *)&server, sizeof server));
    show("any", (server.sin_addr.s_addr = 0, bind(u, (struct sockaddr *)&server, sizeof server)));
    show("short", bind(u, (struct sockaddr *)&server, 8));
    server.sin_addr.s_addr = inet_addr("8.8.8.8");
    show("not local", bind(u, (struct sockaddr *)&server, sizeof server));
    server.sin_addr.s_addr = inet_addr("127.0.0.1");
    server.sin_family = AF_UNIX;
    show("family", bind(u, (struct sockaddr *)&server, sizeof server));
    show("family", connect(u, (struct sockaddr *)&server, sizeof server));
    server.sin_family = AF_INET;
    show("short", connect(u, (struct sockaddr *)&server, 8));
    close(s);
    show("refused", connect(u, (struct sockaddr *)&server, sizeof server));
    input(u);
    close(u);
    close(c);
    close(t);
}

static void ends(void)
{
    int d[2];
    connected(d);
    events(d[0]);
    output(d[0], "request");
    events(d[1]);
    show("shutdown", shutdown(d[0], SHUT_WR));
    events(d[0]);
    events(d[1]);
    input(d[1]);
    input(d[1]);
    output(d[0], "x");
    output(d[1], "answer");
    show("close", close(d[1]));
    events(d[0]);
    input(d[0]);
    input(d[0]);
    events(d[0]);
    show("shutdown", shutdown(d[0], SHUT_RD));
    show("connect", connect(d[0], (struct sockaddr *)&server, sizeof server));
    close(d[0]);
    printf("closed without reading\n");
    connected(d);
    output(d[0], "unread");
    output(d[1], "kept");
    show("close", close(d[1]));
    events(d[0]);
    input(d[0]);
    input(d[0]);
    input(d[0]);
    output(d[0], "x");
    close(d[0]);
    printf("closed after reading\n");
    connected(d);
    show("close", close(d[1]));
    events(d[0]);
    input(d[0]);
    output(d[0], "x");
    events(d[0]);
    output(d[0], "x");
    input(d[0]);
    close(d[0]);
    printf("no more input\n");
    connected(d);
    show("shutdown", shutdown(d[0], SHUT_RD));
    events(d[0]);
    input(d[0]);
    output(d[1], "late");
    input(d[0]);
    input(d[0]);
    show("shutdown", shutdown(d[0], SHUT_WR));
    output(d[1], "refused");
    input(d[0]);
    input(d[1]);
    output(d[1], "x");
    close(d[0]);
    close(d[1]);
    printf("%d signals\n", pipes);
}

static void options(int family)
{
    int s = socket(family, SOCK_STREAM, 0), value;
    static const int names[] = {SO_TYPE, SO_ERROR, SO_REUSEADDR, SO_KEEPALIVE, SO_BROADCAST, SO_DONTROUTE, SO_OOBINLINE,
                                SO_ACCEPTCONN, SO_PROTOCOL, SO_DOMAIN};
    for (int i = 0; i < 10; i++)
        for (int set = 0; set < 2; set++) {
            socklen_t size = sizeof value;
            value = -1;
            printf("%d ", names[i]);
            show("get", getsockopt(s, SOL_SOCKET, names[i], &value, &size));
            printf("%d %u\n", value, size);
            value = 5;
            if (set == 0)
                show("set", setsockopt(s, SOL_SOCKET, names[i], &value, sizeof value));
        }
    struct timeval limit = {0, 1000};
    struct linger linger = {1, 7};
    socklen_t size = 2;
    show("short", getsockopt(s, SOL_SOCKET, SO_TYPE, &value, &size));
    printf("%u\n", size);
    show("short", setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &value, 2));
    show("limit", setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit));
    limit.tv_usec = 1000000;
    show("limit", setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit));
    show("limit", setsockopt(s, SOL_SOCKET, SO_SNDTIMEO, &limit, 4));
    show("linger", setsockopt(s, SOL_SOCKET, SO_LINGER, &linger, sizeof linger));
    size = sizeof linger;
    memset(&linger, 0, sizeof linger);
    show("linger", getsockopt(s, SOL_SOCKET, SO_LINGER, &linger, &size));
    printf("%d %d\n", linger.l_onoff, linger.l_linger);
    static const int sizes[] = {10000, 1};
    for (int i = 0; i < 4; i++) {
        int name = i < 2 ? SO_SNDBUF : SO_RCVBUF;
        show("buffer", setsockopt(s, SOL_SOCKET, name, &sizes[i % 2], sizeof(int)));
        size = sizeof value;
        show("buffer", getsockopt(s, SOL_SOCKET, name, &value, &size));
        printf("%d\n", value);
    }
    value = 9;
    show("delay", setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &value, sizeof value));
    size = sizeof value;
    value = 0;
    show("delay", getsockopt(s, IPPROTO_TCP, TCP_NODELAY, &value, &size));
    printf("%d\n", value);
    close(s);
    show("closed", setsockopt(s, SOL_SOCKET, SO_TYPE, &value, 4));
}

static void messages(void)
{
    int d[2];
    char one[4], two[8];
    struct iovec parts[] = {{"abc", 3}, {"", 0}, {"defg", 4}}, places[] = {{one, 4}, {two, 8}};
    struct msghdr m = {.msg_iov = parts, .msg_iovlen = 3}, r = {.msg_iov = places, .msg_iovlen = 2, .msg_flags = 77};
    struct timeval limit = {0, 1000};
    socketpair(AF_UNIX, SOCK_STREAM, 0, d);
    events(d[0]);
    show("sendmsg", sendmsg(d[0], &m, 0));
    events(d[1]);
    show("peek", recv(d[1], two, 2, MSG_PEEK));
    show("recvmsg", recvmsg(d[1], &r, 0));
    printf("%.4s %.3s %d %zu\n", one, two, r.msg_flags, r.msg_controllen);
    setsockopt(d[1], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    show("time", recv(d[1], one, 4, 0));
    show("writev", writev(d[0], parts, 3));
    show("readv", readv(d[1], places, 2));
    printf("%.4s %.3s\n", one, two);
    m.msg_iovlen = 2000;
    show("parts", sendmsg(d[0], &m, 0));
    show("all", send(d[0], "12345678", 8, MSG_NOSIGNAL));
    show("all", recv(d[1], two, 8, MSG_WAITALL));
    show("rest", send(d[0], "1234", 4, 0));
    shutdown(d[0], SHUT_WR);
    show("rest", recv(d[1], two, 8, MSG_WAITALL));
    events(d[1]);
    events(d[0]);
    close(d[0]);
    events(d[1]);
    close(d[1]);
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    events(s);
    show("not connected", sendmsg(s, &m, 0));
    m.msg_iovlen = 2;
    show("not connected", sendmsg(s, &m, 0));
    show("not connected", recvmsg(s, &r, 0));
    show("file", sendmsg(1, &m, 0) < 0 && errno == ENOTSOCK ? 0 : -1);
    close(s);
}

static void waits(void)
{
    struct pollfd p[3] = {{1, POLLIN | POLLOUT, 0}, {-1, POLLIN, 7}, {50, POLLIN, 0}};
    struct timeval limit = {0, -1};
    struct timespec soon = {0, 1};
    fd_set in;
    int d[2], f;
    char name[] = "file";
    create(name, "text");
    f = open(name, O_RDONLY);
    show("poll", poll(p, 3, -1));
    printf("%x %x %x\n", (unsigned)p[0].revents, (unsigned)p[1].revents, (unsigned)p[2].revents);
    p[0].fd = f;
    show("ppoll", ppoll(p, 2, NULL, NULL));
    printf("%x\n", (unsigned)p[0].revents);
    show("poll", poll(p, 5000000, 0));
    show("poll", poll(NULL, 0, 1));
    FD_ZERO(&in);
    FD_SET(50, &in);
    show("select", select(51, &in, NULL, NULL, NULL));
    show("select", select(-1, NULL, NULL, NULL, NULL));
    show("select", select(0, NULL, NULL, NULL, &limit));
    FD_CLR(50, &in);
    FD_SET(f, &in);
    show("select", select(f + 1, &in, NULL, &in, NULL));
    socketpair(AF_UNIX, SOCK_STREAM, 0, d);
    FD_SET(d[0], &in);
    show("pselect", pselect(d[0] + 1, &in, NULL, NULL, &soon, NULL));
    printf("%d %d\n", FD_ISSET(f, &in) != 0, FD_ISSET(d[0], &in) != 0);
    FD_CLR(f, &in);
    FD_SET(d[0], &in);
    show("pselect", pselect(d[0] + 1, &in, NULL, NULL, &soon, NULL));
    printf("%d\n", FD_ISSET(d[0], &in) != 0);
    close(d[0]);
    close(d[1]);
    close(f);
    unlink(name);
}

static void without_waiting(void)
{
    int s = listener(SOCK_NONBLOCK), c = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), value;
    socklen_t size = sizeof value;
    show("connect", connect(c, (struct sockaddr *)&server, sizeof server));
    events(c);
    show("error", getsockopt(c, SOL_SOCKET, SO_ERROR, &value, &size));
    printf("%d\n", value);
    show("complete", connect(c, (struct sockaddr *)&server, sizeof server));
    show("connected", connect(c, (struct sockaddr *)&server, sizeof server));
    show("close", close(s));
    input(c);
    input(c);
    close(c);
    c = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    show("connect", connect(c, (struct sockaddr *)&server, sizeof server));
    events(c);
    show("error", getsockopt(c, SOL_SOCKET, SO_ERROR, &value, &size));
    printf("%d\n", value);
    input(c);
    close(c);
    c = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    show("connect", connect(c, (struct sockaddr *)&server, sizeof server));
    show("complete", connect(c, (struct sockaddr *)&server, sizeof server));
    input(c);
    close(c);
}

int main(void)
{
    enter_scratch();
    signal(SIGPIPE, on_pipe);
    addresses();
    ends();
    options(AF_UNIX);
    options(AF_INET);
    messages();
    waits();
    without_waiting();
    leave_scratch();
    return 0;
}
