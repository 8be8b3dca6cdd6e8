/*
 * A local array of variable length whose size can be 0.
 *
 *   symtool examples/c/errors/array_size.c
 *   VIOLATION alloc-size: the message has no body, so the array would have 0 elements
 */
#include <klee/klee.h>

int main(void)
{
    unsigned char length;
    klee_make_symbolic(&length, sizeof length, "length");
    klee_assume(length >= 2 && length <= 4);
    int body = length - 2;
    int copy[body];
    for (int i = 0; i < body; i++)
        copy[i] = i;
    return body > 0 ? copy[0] : 0;
}
