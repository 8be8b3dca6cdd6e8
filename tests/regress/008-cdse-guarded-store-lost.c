// Melded programs contain guarded stores, which conflict-driven exploration ignored.
// run: --cfmse --cdse
// exit: 10
// has: assert
#include <klee/klee.h>

int a[2];
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 5) a[0] = 1;
    klee_assert(a[0] == 0);
    return 0;
}
