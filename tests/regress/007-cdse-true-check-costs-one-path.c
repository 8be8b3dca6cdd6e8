// For a check that always holds, conflict-driven exploration executed several paths instead of one.
// run: --cdse
// exit: 0
// has: VERIFIED
#include <klee/klee.h>

int main(void) {
    int x, y = 0;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 10) y = 1;
    klee_assert(x < 0 || x >= 0);
    if (x < 3) y = 2;
    klee_assert(y != 1 || x > 10);
    return 0;
}
