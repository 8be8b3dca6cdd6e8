/*
 * Splits an address "scheme:user@host;rest" of at most SIZE characters; the user is optional.
 *
 * Branches: each character against letters, then against the at sign, semicolons, question marks and the end.
 * VERIFY:   the parts are in order, and each part follows the character that ends the previous part.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

struct address {
    size_t scheme_end, user_end, host, host_end;
};

/* Returns 0, or the number of a fault: 1 in the scheme, 2 in the user, 3 in the host. */
static int parse_address(const char *text, struct address *address)
{
    size_t at = 0;
    while (text[at] >= 'a' && text[at] <= 'z')
        at++;
    if (at == 0 || text[at] != ':')
        return 1;
    address->scheme_end = at;
    at++;
    size_t mark = at;
    while (text[mark] && text[mark] != '@')
        mark++;
    address->user_end = at;
    address->host = at;
    if (text[mark]) {
        if (mark == at)
            return 2;
        address->user_end = mark;
        address->host = mark + 1;
    }
    at = address->host;
    while (text[at] && text[at] != ';' && text[at] != '?')
        at++;
    address->host_end = at;
    return address->host == at ? 3 : 0;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    struct address address;
    int fault = parse_address(text, &address);
#ifdef VERIFY
    if (fault == 0) {
        klee_assert(0 < address.scheme_end && address.scheme_end < address.host);
        klee_assert(address.host < address.host_end && address.host_end <= SIZE);
        klee_assert(text[address.scheme_end] == ':');
        klee_assert(text[address.host - 1] == ':' || text[address.host - 1] == '@');
    }
#endif
    return fault;
}
