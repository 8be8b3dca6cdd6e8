/* Random calls on the ends of several pairs of sockets, and on listening sockets with names in the file system. No call waits. */
#include "support.h"
#include "scratch.h"
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { PLACES = 8, NAMES = 3, ROUNDS = 12000 };

static int places[PLACES]; /* descriptors; -1: none */
static long counts[2], pipes;

static void on_pipe(int number)
{
    (void)number;
    pipes++;
}

static long note(const char *what, int place, long result)
{
    counts[result < 0]++;
    printf("%s %d: %ld %d\n", what, place, result, result < 0 ? errno : 0);
    return result;
}

/* Puts a descriptor at a random place, and closes the one that was there. */
static void put(int d)
{
    unsigned place = below(PLACES);
    if (d < 0)
        return;
    if (places[place] >= 0)
        close(places[place]);
    places[place] = d;
}

static void name(struct sockaddr_un *a)
{
    memset(a, 0, sizeof *a);
    a->sun_family = AF_UNIX;
    int is_abstract = below(4) == 0;
    a->sun_path[is_abstract] = (char)('a' + below(NAMES));
}

static void new_pair(void)
{
    int d[2];
    int result = socketpair(AF_UNIX, SOCK_STREAM | (below(2) ? SOCK_NONBLOCK : 0), 0, d);
    if (note("socketpair", 0, result) == 0) {
        put(d[0]);
        put(d[1]);
    }
}

static void transmit(int i)
{
    char text[64];
    unsigned size = below(4) ? below(20) : 0;
    for (unsigned j = 0; j < size; j++)
        text[j] = (char)('a' + below(26));
    int flags = MSG_DONTWAIT | (below(3) ? MSG_NOSIGNAL : 0);
    note("send", i, send(places[i], text, size, flags));
}

static void receive(int i)
{
    char text[64];
    unsigned size = below(4) ? below(30) : 0;
    int flags = MSG_DONTWAIT | (below(4) ? 0 : MSG_PEEK);
    flags |= below(4) ? 0 : MSG_WAITALL;
    long n = note("recv", i, recv(places[i], text, size, flags));
    if (n > 0)
        printf("%.*s\n", (int)n, text);
}

static void look(int i)
{
    struct pollfd p = {places[i], POLLIN | POLLOUT | POLLRDHUP, 0};
    int value = -1;
    socklen_t size = sizeof value;
    note("poll", i, poll(&p, 1, 0));
    printf("%x\n", (unsigned)p.revents);
    if (below(2))
        note("error", i, getsockopt(places[i], SOL_SOCKET, SO_ERROR, &value, &size));
    else
        note("accepts", i, getsockopt(places[i], SOL_SOCKET, SO_ACCEPTCONN, &value, &size));
    printf("%d\n", value);
}

static void address(int i)
{
    struct sockaddr_un a = {0};
    socklen_t size = below(4) ? sizeof a : below(8);
    int result = below(2) ? getsockname(places[i], (struct sockaddr *)&a, &size) : getpeername(places[i], (struct sockaddr *)&a, &size);
    note("name", i, result);
    printf("%u %d %d %d\n", size, a.sun_family, a.sun_path[0], a.sun_path[1]);
}

static void join(int i)
{
    struct sockaddr_un a;
    name(&a);
    int flags = fcntl(places[i], F_GETFL);
    fcntl(places[i], F_SETFL, flags | O_NONBLOCK);
    int size = a.sun_path[0] == 0 ? 4 : (int)sizeof a;
    note("connect", i, connect(places[i], (struct sockaddr *)&a, (socklen_t)size));
}

static void serve(int i)
{
    struct sockaddr_un a;
    name(&a);
    int size = a.sun_path[0] == 0 ? 4 : (int)sizeof a;
    if (below(2) && a.sun_path[0] != 0)
        note("unlink", i, unlink(a.sun_path));
    note("bind", i, bind(places[i], (struct sockaddr *)&a, (socklen_t)size));
    note("listen", i, listen(places[i], (int)below(3)));
}

static void take(int i)
{
    struct sockaddr_un a = {0};
    socklen_t size = sizeof a;
    int flags = fcntl(places[i], F_GETFL);
    fcntl(places[i], F_SETFL, flags | O_NONBLOCK);
    int d = accept4(places[i], (struct sockaddr *)&a, &size, below(2) ? SOCK_NONBLOCK : 0);
    note("accept", i, d < 0 ? -1 : 0);
    printf("%u %d\n", d < 0 ? 0 : size, a.sun_path[0]);
    put(d);
}

static void step(void)
{
    int i = (int)below(PLACES), d;
    errno = 0;
    switch (below(22)) {
    case 0:
    case 1: new_pair(); break;
    case 2:
    case 3:
        d = socket(AF_UNIX, SOCK_STREAM, 0);
        note("socket", 0, d < 0 ? -1 : 0);
        put(d);
        break;
    case 4:
    case 5:
    case 6:
    case 7: transmit(i); break;
    case 8:
    case 9:
    case 10:
    case 11: receive(i); break;
    case 12: note("shutdown", i, shutdown(places[i], (int)below(3))); break;
    case 13: note("close", i, close(places[i])); places[i] = -1; break;
    case 14: put(note("dup", i, (d = dup(places[i])) < 0 ? -1 : 0) == 0 ? d : -1); break;
    case 15: address(i); break;
    case 16: join(i); break;
    case 17:
    case 18: serve(i); break;
    case 19: take(i); break;
    default: look(i);
    }
}

int main(void)
{
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    enter_scratch();
    signal(SIGPIPE, on_pipe);
    for (int i = 0; i < PLACES; i++)
        places[i] = -1;
    for (int i = 0; i < ROUNDS; i++)
        step();
    printf("%ld succeed, %ld fail, %ld signals\n", counts[0], counts[1], pipes);
    unlink("a");
    unlink("b");
    unlink("c");
    leave_scratch();
    return 0;
}
