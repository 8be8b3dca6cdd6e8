// run: explore --verify --require-reached
// run: explore --verify
// With --require-reached, a proof of an assertion that no input reaches is vacuous.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int x = klee_int("x");
    klee_assume(x > 5);
    if (x < 3)
        assert(x == 2);
    return 0;
}
