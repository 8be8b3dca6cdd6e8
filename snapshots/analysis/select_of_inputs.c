// run: ssa, simplify, symbolic
// A conditional expression on an input is symbolic although both of its values are constants.
#include <klee/klee.h>
int main(void) {
    int x = klee_int("x");
    int y = x > 3 ? 1 : 2;
    int z = 5;
    return y + z;
}
