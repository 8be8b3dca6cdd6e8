// If an assumption excludes every input, there must be no test.
// run:
// exit: 0
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 3);
    klee_assert(x != 2);
    return 0;
}
