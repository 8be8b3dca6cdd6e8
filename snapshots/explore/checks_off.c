// run: explore --verify
// options: --check assert
// With --check, only the checks of the list are enabled: the division by zero is no failure.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    unsigned x = klee_range(0, 2, "x");
    assert(10 / (x + 1) > 4);
    return 10 / x > 20;
}
