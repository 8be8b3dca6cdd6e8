/*
 * The one signed division that overflows: the smallest number by -1.
 *
 *   symtool examples/c/errors/division_overflow.c
 *   VIOLATION div-overflow: INT_MIN / -1; zero is looked for, this is not
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
