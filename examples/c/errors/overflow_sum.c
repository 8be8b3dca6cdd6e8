/*
 * Signed overflow in a test for overflow. The option --check enables this check.
 *
 *   symtool examples/c/errors/overflow_sum.c --check overflow
 *   VIOLATION overflow: the sum is greater than INT_MAX
 */
#include <klee/klee.h>

static int fits(int offset, int length)
{
    return offset + length >= offset; /* the mistake: too late to ask */
}

int main(void)
{
    int offset, length;
    klee_make_symbolic(&offset, sizeof offset, "offset");
    klee_make_symbolic(&length, sizeof length, "length");
    if (offset < 0 || length < 0)
        return 1;
    return fits(offset, length);
}
