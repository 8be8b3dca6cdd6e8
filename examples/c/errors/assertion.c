/*
 * An assertion that does not hold for all inputs: the average of two numbers whose sum overflows eight bits.
 *
 *   symtool examples/c/errors/assertion.c
 *   VIOLATION assert: sums above 255 are truncated to eight bits, so the average is below both numbers
 */
#include <assert.h>
#include <klee/klee.h>

static unsigned char average(unsigned char a, unsigned char b)
{
    unsigned char sum = a + b; /* the mistake: the sum needs nine bits */
    return sum / 2;
}

int main(void)
{
    unsigned char a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    unsigned char smaller = a < b ? a : b;
    assert(average(a, b) >= smaller);
    return 0;
}
