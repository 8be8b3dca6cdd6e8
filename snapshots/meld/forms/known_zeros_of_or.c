// run: ssa, simplify, meld-steps
// A bit of `|` is known to be zero only if it is zero in both operands: a product by `(x & 3) | y` is as expensive as one by y.
#include <klee/klee.h>
int main(void) {
    int x = klee_int("x"), y = klee_int("y"), z = klee_int("z"), n = 0;
    if (z > 0)
        n = ((x & 3) | y) * z;
    if (z > 1)
        n = ((x & 3) | (y & 4)) * z;
    return n;
}
