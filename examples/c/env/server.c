/*
 * A server that stores digits in numbered slots: each line `S1=2` of a client sets a slot. It contains a bug: the last accepted
 * number is one too large.
 *
 *   symtool examples/c/env/server.c --sym-socket 5          finds it: a client that sends the line `S4=0`
 *   symtool examples/c/env/server.c --sym-socket 0..4       verifies it for clients that send too little
 */
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SLOTS = 4 };

static int slots[SLOTS];

/* Returns the value of a digit, -1 if the character is none. */
static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : -1;
}

/* Carries out the request of a line, and answers it. */
static void answer(int client, const char *line, size_t length)
{
    const char *text = "error\n";
    if (length == 4 && line[0] == 'S' && digit(line[1]) >= 0 && line[2] == '=' && digit(line[3]) >= 0) {
        int slot = digit(line[1]);
        if (slot <= SLOTS) { /* the bug: `slot` may be SLOTS */
            slots[slot] = digit(line[3]);
            text = "ok\n";
        }
    }
    send(client, text, strlen(text), MSG_NOSIGNAL);
}

/* Reads the lines of a client until it closes the connection. */
static void serve(int client)
{
    char line[16], c;
    size_t length = 0;
    while (recv(client, &c, 1, 0) == 1) {
        if (c == '\n') {
            answer(client, line, length);
            length = 0;
        } else if (length < sizeof line) {
            line[length++] = c;
        }
    }
    close(client);
}

int main(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(8080)};
    int one = 1, server = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (server < 0 || bind(server, (struct sockaddr *)&address, sizeof address) != 0 || listen(server, 5) != 0)
        return 1;
    for (;;) {
        int client = accept(server, NULL, NULL);
        if (client < 0)
            return 2;
        serve(client);
    }
}
