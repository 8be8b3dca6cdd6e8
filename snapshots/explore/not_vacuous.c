// run: explore --verify --require-reached
// With --require-reached, a proof of an assertion that some input reaches is not vacuous.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int x = klee_int("x");
    if (x < 3)
        assert(x != 3);
    return 0;
}
