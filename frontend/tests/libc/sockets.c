/* Connections over AF_UNIX and AF_INET, with one thread at both ends. */
#include "scratch.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>

static int pipes;

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

static long output(int d, const char *text)
{
    long n = write(d, text, strlen(text));
    show("output", n);
    return n;
}

static void pairs(void)
{
    int d[2], e;
    struct stat s;
    show("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, d));
    output(d[0], "one");
    output(d[0], "two");
    output(d[1], "back");
    input(d[1]);
    input(d[1]);
    input(d[0]);
    show("lseek", lseek(d[0], 0, SEEK_CUR));
    show("pread", pread(d[0], &e, 1, 0));
    show("pwrite", pwrite(d[0], &e, 1, 0));
    show("isatty", isatty(d[0]) - 1);
    show("fstat", fstat(d[0], &s));
    printf("%o %d %ld\n", (unsigned)s.st_mode, S_ISSOCK(s.st_mode), (long)s.st_size);
    show("fsync", fsync(d[0]));
    show("ftruncate", ftruncate(d[0], 0));
    show("flags", fcntl(d[0], F_GETFL));
    show("nonblocking", fcntl(d[0], F_SETFL, O_NONBLOCK));
    show("flags", fcntl(d[0], F_GETFL));
    show("read", read(d[0], &e, 1));
    e = 0;
    show("blocking", ioctl(d[0], FIONBIO, &e));
    show("flags", fcntl(d[0], F_GETFL));
    e = 1;
    show("nonblocking", ioctl(d[0], FIONBIO, &e));
    show("flags", fcntl(d[0], F_GETFL));
    show("nothing", read(d[0], &e, 0));
    show("recv nothing", recv(d[0], &e, 0, 0));
    e = dup(d[1]);
    show("close", close(d[1]));
    output(e, "through the duplicate");
    input(d[0]);
    show("close", close(e));
    input(d[0]);
    output(d[0], "x");
    show("no signal", send(d[0], "x", 1, MSG_NOSIGNAL));
    printf("%d signals\n", pipes);
    show("close", close(d[0]));
    show("closed", recv(d[0], &e, 1, 0));
    show("streams", socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, d));
    show("unread", send(d[0], "lost", 4, 0));
    show("unread", send(d[1], "kept", 4, 0));
    show("close", close(d[1]));
    input(d[0]);
    input(d[0]);
    input(d[0]);
    close(d[0]);
}

static void streams(void)
{
    int d[2];
    char line[32];
    show("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, d));
    FILE *in = fdopen(d[0], "r"), *out = fdopen(d[1], "w");
    setvbuf(in, NULL, _IONBF, 0);
    fprintf(out, "first line\nsecond %d\nend", 7);
    fclose(out);
    while (fgets(line, sizeof line, in) != NULL)
        printf("line: %s\n", line);
    printf("%d %d\n", feof(in), ferror(in));
    show("seek", fseek(in, 0, SEEK_SET));
    fclose(in);
}

static void shutdowns(void)
{
    int d[2];
    for (int how = -1; how < 4; how++) {
        printf("how %d\n", how);
        show("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, d));
        output(d[0], "abc");
        output(d[1], "def");
        show("shutdown", shutdown(d[0], how));
        output(d[0], "g");
        output(d[1], "h");
        for (int i = 0; i < 2; i++) {
            input(d[0]);
            input(d[1]);
        }
        show("shutdown", shutdown(d[1], SHUT_RDWR));
        input(d[0]);
        input(d[1]);
        close(d[0]);
        close(d[1]);
    }
    printf("%d signals\n", pipes);
}

static void show_path(const char *what, int result, const struct sockaddr_un *a, const socklen_t *size)
{
    show(what, result);
    if (result == 0)
        printf("%u %d %.*s\n", *size, a->sun_family, *size <= 2 ? 0 : (int)*size - 3, a->sun_path);
}

static void paths(void)
{
    struct sockaddr_un a = {AF_UNIX, "server"}, b;
    socklen_t size = sizeof b;
    int s = socket(AF_UNIX, SOCK_STREAM, 0), c = socket(AF_UNIX, SOCK_STREAM, 0), t;
    show("no server", connect(c, (struct sockaddr *)&a, sizeof a));
    show("listen", listen(s, 3));
    show("bind", bind(s, (struct sockaddr *)&a, sizeof a));
    show("again", bind(s, (struct sockaddr *)&a, sizeof a));
    show("in use", bind(c, (struct sockaddr *)&a, sizeof a));
    describe("server");
    show("open", open("server", O_RDWR));
    show("not listening", connect(c, (struct sockaddr *)&a, sizeof a));
    show("accept", accept(s, NULL, NULL));
    show("listen", listen(s, 3));
    show("connect", connect(c, (struct sockaddr *)&a, sizeof a));
    show("again", connect(c, (struct sockaddr *)&a, sizeof a));
    show("itself", connect(s, (struct sockaddr *)&a, sizeof a));
    output(c, "before accept");
    t = accept(s, (struct sockaddr *)&b, &size);
    show_path("accept", t < 0 ? -1 : 0, &b, &size);
    input(t);
    output(t, "answer");
    input(c);
    size = sizeof b;
    show_path("own name", getsockname(s, (struct sockaddr *)&b, &size), &b, &size);
    size = sizeof b;
    show_path("own name", getsockname(t, (struct sockaddr *)&b, &size), &b, &size);
    size = sizeof b;
    show_path("own name", getsockname(c, (struct sockaddr *)&b, &size), &b, &size);
    size = sizeof b;
    show_path("peer", getpeername(c, (struct sockaddr *)&b, &size), &b, &size);
    size = 5;
    show("short", getpeername(c, (struct sockaddr *)&b, &size));
    printf("%u\n", size);
    size = sizeof b;
    show_path("no peer", getpeername(s, (struct sockaddr *)&b, &size), &b, &size);
    show("backlog", listen(s, 0));
    close(c);
    c = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    show("waiting", connect(c, (struct sockaddr *)&a, sizeof a));
    int f = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    show("full", connect(f, (struct sockaddr *)&a, sizeof a));
    show("unlink", unlink("server"));
    show("removed", connect(f, (struct sockaddr *)&a, sizeof a));
    output(c, "lost");
    show("close", close(s));
    input(c);
    input(c);
    input(t);
    close(c);
    close(t);
    close(f);
}

static void refused_paths(void)
{
    struct sockaddr_un a = {AF_UNIX, "missing/server"}, plain = {AF_UNIX, "plain"}, other = {AF_UNIX, "other"};
    struct sockaddr_un hidden = {AF_UNIX, "\0abstract"};
    int s = socket(AF_UNIX, SOCK_STREAM, 0), c = socket(AF_UNIX, SOCK_STREAM, 0);
    create("plain", "text");
    show("missing", bind(s, (struct sockaddr *)&a, sizeof a));
    show("missing", connect(s, (struct sockaddr *)&a, sizeof a));
    show("file", bind(s, (struct sockaddr *)&plain, sizeof plain));
    show("file", connect(s, (struct sockaddr *)&plain, sizeof plain));
    show("size", bind(s, (struct sockaddr *)&plain, 111));
    show("size", connect(s, (struct sockaddr *)&plain, 2));
    a.sun_family = AF_INET;
    show("family", bind(s, (struct sockaddr *)&a, sizeof a));
    show("family", connect(s, (struct sockaddr *)&a, sizeof a));
    show("abstract", bind(s, (struct sockaddr *)&hidden, 11));
    show("abstract", bind(c, (struct sockaddr *)&hidden, 11));
    show("second name", bind(s, (struct sockaddr *)&other, sizeof other));
    show("stat", access("other", F_OK));
    show("listen", listen(s, 1));
    show("abstract", connect(c, (struct sockaddr *)&hidden, 10));
    show("abstract", connect(c, (struct sockaddr *)&hidden, 11));
    show("accept", close(accept4(s, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)));
    show("flags", accept4(s, NULL, NULL, 1));
    show("shut", shutdown(s, SHUT_RD));
    show("accept", accept(s, NULL, NULL));
    close(c);
    c = socket(AF_UNIX, SOCK_STREAM, 0);
    show("shut", connect(c, (struct sockaddr *)&hidden, 11));
    show("mode", chmod("plain", 0400));
    show("unlink", unlink("plain"));
    show("bind", bind(c, (struct sockaddr *)&plain, 2 + 5));
    show("mode", chmod("plain", 0500));
    close(s);
    s = socket(AF_UNIX, SOCK_STREAM, 0);
    show("mode", connect(s, (struct sockaddr *)&plain, sizeof plain));
    show("unlink", unlink("plain"));
    close(s);
    close(c);
}

static void unconnected(int family)
{
    char byte;
    int s = socket(family, SOCK_STREAM, 0);
    struct sockaddr_storage a;
    socklen_t size = sizeof a;
    input(s);
    output(s, "x");
    output(s, "");
    show("read", read(s, &byte, 1));
    show("peer", getpeername(s, (struct sockaddr *)&a, &size));
    show("name", getsockname(s, (struct sockaddr *)&a, &size));
    printf("%u %d\n", size, a.ss_family);
    show("accept", accept(s, NULL, NULL));
    show("sendto", sendto(s, "x", 1, MSG_NOSIGNAL, (struct sockaddr *)&a, size));
    show("shutdown", shutdown(s, SHUT_RD));
    input(s);
    show("close", close(s));
    show("closed", listen(s, 1));
    int d = open(".", O_RDONLY);
    show("directory", listen(d, 1));
    show("directory", send(d, "x", 1, 0));
    show("directory", accept(d, NULL, NULL));
    show("directory", connect(d, (struct sockaddr *)&a, sizeof a));
    show("directory", shutdown(d, SHUT_RD));
    close(d);
    printf("%d signals\n", pipes);
}

static void kinds(void)
{
    int d[2];
    show("family", socket(-1, SOCK_STREAM, 0));
    show("family", socket(AF_UNSPEC, SOCK_STREAM, 0));
    show("family", socket(77, SOCK_STREAM, 0));
    show("type", socket(AF_UNIX, 0, 0));
    show("type", socket(AF_UNIX, 12, 0));
    show("type", socket(AF_UNIX, SOCK_STREAM | 0x100, 0));
    show("type", socket(AF_INET, SOCK_SEQPACKET, 0));
    show("protocol", socket(AF_INET, SOCK_STREAM, IPPROTO_UDP));
    show("protocol", socket(AF_UNIX, SOCK_STREAM, IPPROTO_TCP));
    show("protocol", close(socket(AF_INET, SOCK_STREAM, IPPROTO_TCP)));
    show("protocol", close(socket(AF_UNIX, SOCK_STREAM, AF_UNIX)));
    show("pair", socketpair(AF_INET, SOCK_STREAM, 0, d));
}

int main(void)
{
    enter_scratch();
    signal(SIGPIPE, on_pipe);
    pairs();
    streams();
    shutdowns();
    paths();
    refused_paths();
    unconnected(AF_UNIX);
    unconnected(AF_INET);
    kinds();
    leave_scratch();
    signal(SIGPIPE, SIG_DFL);
    int d[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, d);
    close(d[0]);
    write(d[1], "killed", 6);
    return 0;
}
