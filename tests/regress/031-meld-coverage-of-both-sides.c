// A melded instruction counted both sides of its branch as covered by any input.
// run: --cfmse
// exit: 0
// has: VERIFIED
#include <klee/klee.h>

int main(void) {
    int x, y = 0;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 3);
    if (x > 2) y = 1;
    else y = 2;
    klee_assert(y == 1);
    return 0;
}
