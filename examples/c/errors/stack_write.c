/*
 * A write outside a local array: an index that may be negative is compared only with its upper bound.
 *
 *   symtool examples/c/errors/stack_write.c
 *   VIOLATION out-of-bounds: the index is negative
 */
#include <klee/klee.h>

int main(void)
{
    int index;
    int counts[8] = {0};
    klee_make_symbolic(&index, sizeof index, "index");
    klee_assume(index > -4); /* near enough for the address sanitizer's red zone */
    if (index < 8)
        counts[index]++;
    return counts[0];
}
