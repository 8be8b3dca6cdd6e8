/*
 * The smallest number has no positive counterpart. The option --check enables this check.
 *
 *   symtool examples/c/errors/overflow_negation.c --check overflow
 *   VIOLATION overflow: -INT_MIN is greater than INT_MAX
 */
#include <klee/klee.h>

static int magnitude(int number)
{
    return number < 0 ? -number : number;
}

int main(void)
{
    int number;
    klee_make_symbolic(&number, sizeof number, "number");
    return magnitude(number) > 10;
}
