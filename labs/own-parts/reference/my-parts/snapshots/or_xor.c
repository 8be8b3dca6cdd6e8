// run: ssa, simplify, melds
// run: ssa, simplify, cfmse, check-equivalent
// The branch that sets or toggles the bits of a mask needs no select.
#include <klee/klee.h>

int main(void) {
    unsigned x, m;
    int set;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&m, sizeof m, "m");
    klee_make_symbolic(&set, sizeof set, "set");
    if (set > 0)
        x |= m;
    else
        x ^= m;
    return x == 7;
}
