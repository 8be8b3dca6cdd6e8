// A calloc with an input-dependent count returned null for every input in conflict-driven search if its largest size was too large.
// run: --cdse
// exit: 20
// has: a block whose size depends on the path or on inputs and has no small upper bound at
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    n &= 4095;
    char *p = calloc(n, 1u << 25);
    if (n == 1)
        klee_assert(p == 0);
    return 0;
}
