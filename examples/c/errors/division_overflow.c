/*
 * The only signed division that overflows: the smallest number by -1.
 *
 *   symtool examples/c/errors/division_overflow.c
 *   VIOLATION div-overflow: INT_MIN / -1; the program excludes a divisor of 0, but not this case
 */
#include <klee/klee.h>

int main(void)
{
    int total, parts;
    klee_make_symbolic(&total, sizeof total, "total");
    klee_make_symbolic(&parts, sizeof parts, "parts");
    if (parts == 0)
        return 1;
    return total / parts == 7;
}
