// A division on one side must not fail for inputs that take the opposite side.
// run: --cfmse
// exit: 0
// run: --cfmse=speculative
// exit: 0
#include <klee/klee.h>

int main(void) {
    int x, q = 0;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x != 0) q = 100 / x;
    klee_assert(q <= 100);
    return 0;
}
