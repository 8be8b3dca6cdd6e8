// run: explore --verify
// options: --check div
// Without the check `assert`, a failed assertion is no failure, and the path ends.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int x = klee_range(0, 2, "x");
    assert(x == 1);
    return 10 / x;
}
