// run: explore --verify
// options: --check div
// Without the check `assert`, an assertion has no effect on the path.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int x = klee_range(0, 2, "x");
    assert(x == 1);
    return 10 / x;
}
