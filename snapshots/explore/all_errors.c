// run: explore --canonical-inputs
// run: explore --canonical-inputs --all-errors
// run: explore --verify
// A failing source location is reported once, with --all-errors once for each path; --verify stops at the first failure.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int x = klee_range(0, 4, "x");
    int y = x & 1 ? 5 : 6;
    assert(x < 2);
    assert(y == 6);
    return 0;
}
