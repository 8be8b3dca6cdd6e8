/*
 * Adds the first n <= SIZE bytes of a message. The loop exit depends only on n, and the sum has no form that is linear in n, so
 * patterns have no advantage.
 *
 * Branches: n against each index; each byte against its limit; the sum.
 * VERIFY:   the sum of n bytes is at most 255 n.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

int main(void)
{
    unsigned char message[SIZE];
    size_t n;
    klee_make_symbolic(message, sizeof message, "message");
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= SIZE);

    unsigned sum = 0;
    for (size_t at = 0; at < n; at++)
        sum += message[at];
#ifdef VERIFY
    klee_assert(sum <= 255 * n);
#endif
    return sum == 77;
}
