// run: ssa, simplify, meld-steps
// When operations of both sides are paired, operands with the same operator count as shared, so that their select costs nothing.
#include <klee/klee.h>
int main(void) {
    int x = klee_int("x"), y = klee_int("y"), z = klee_int("z"), w = klee_int("w"), a = x, b = y;
    if (w > 0) {
        b = (z & y) + w;
        a = b - 1;
    } else {
        b = (z + 3) + y;
    }
    return a ^ b;
}
