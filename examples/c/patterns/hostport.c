/*
 * Splits "host:port" or "[address]:port" of at most SIZE characters.
 *
 * Branches: each character against colons, brackets and the end; each character of the port against '0' and '9'; the port
 *           against its limit.
 * VERIFY:   the host contains no character that ends a host, and the port follows a colon.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

struct place {
    size_t host, host_end, port;
    unsigned number;
};

/* Returns 0, or the number of a fault: 1 in the host, 2 after the host, 3 in the port. */
static int split(const char *text, struct place *place)
{
    size_t at = 0;
    place->port = 0;
    place->number = 0;
    if (text[0] == '[') {
        at = 1;
        while (text[at] && text[at] != ']')
            at++;
        if (!text[at])
            return 1;
        place->host = 1;
        place->host_end = at;
        at++;
    } else {
        while (text[at] && text[at] != ':')
            at++;
        place->host = 0;
        place->host_end = at;
    }
    if (place->host == place->host_end)
        return 1;
    if (!text[at])
        return 0;
    if (text[at] != ':')
        return 2;
    at++;
    place->port = at;
    size_t digits = 0;
    while (text[at] >= '0' && text[at] <= '9') {
        if (digits < 6)
            place->number = place->number * 10 + (unsigned)(text[at] - '0');
        digits++;
        at++;
    }
    if (digits == 0 || text[at])
        return 3;
    return digits > 5 || place->number > 65535 ? 3 : 0;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    struct place place;
    int fault = split(text, &place);
#ifdef VERIFY
    if (fault == 0) {
        klee_assert(place.host < place.host_end && place.host_end <= SIZE);
        klee_assert(text[place.host] != (place.host ? ']' : ':'));
        klee_assert(place.port == 0 || text[place.port - 1] == ':');
        klee_assert(place.number <= 65535);
    }
#endif
    return fault;
}
