// A pointer chosen under a condition made conflict-driven exploration incomplete.
// run: --cdse
// exit: 10
// has: assert
#include <klee/klee.h>

int main(void) {
    int a = 1, b = 2, c;
    klee_make_symbolic(&c, sizeof c, "c");
    int *p = c > 7 ? &a : &b;
    *p = 5;
    klee_assert(a + b != 7);
    return 0;
}
