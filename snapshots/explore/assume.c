// run: explore --canonical-inputs
// An assumption restricts the inputs of its path.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int x = klee_range(0, 8, "x");
    if (x & 1)
        klee_assume(x > 4);
    else
        klee_assume(x < 1);
    assert(x == 0 || x == 5 || x == 7);
    return x;
}
