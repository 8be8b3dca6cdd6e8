// run: explore --verify
// An assumption that contradicts the path condition ends the path without a test; a proof with an assumption that no input meets is vacuous.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int x = klee_int("x");
    if (x > 10) {
        klee_assume(x > 5);
        klee_assume(x < 5);
        assert(0);
    }
    return 0;
}
