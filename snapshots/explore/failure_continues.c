// run: explore --canonical-inputs
// A check that fails for some inputs is a failure for these, and the path continues with the others.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int x = klee_range(0, 4, "x");
    assert(x != 2);
    return 100 / x;
}
