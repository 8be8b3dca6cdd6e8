/*
 * A negative length becomes a huge unsigned length of memcpy.
 *
 *   symtool examples/c/errors/copy_length.c
 *   VIOLATION out-of-bounds: the packet is shorter than its header
 */
#include <klee/klee.h>
#include <string.h>

int main(void)
{
    char packet[8] = "head-abc", body[8];
    unsigned char kind;
    klee_make_symbolic(&kind, sizeof kind, "kind");
    int size = kind == 0 ? 8 : kind == 1 ? 6 : 3;
    memcpy(body, packet + 5, size - 5); /* the mistake: 3 - 5 is no length */
    return body[0] == 'a';
}
