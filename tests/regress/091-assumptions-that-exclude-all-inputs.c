// A program whose assumptions exclude every input was reported as verified.
// run:
// exit: 20
// has: VACUOUS
// has: assumption at
// has: c:21;
// run: --verify
// exit: 20
// has: VACUOUS
// run: --cfmse
// exit: 20
// has: VACUOUS
// run: --merge=static
// exit: 20
// has: VACUOUS
// run: --cdse
// exit: 20
// has: VACUOUS
#include <klee/klee.h>
int main(void) { int x; klee_make_symbolic(&x, 4, "x"); klee_assume(x > 5);
    klee_assume(x < 3);
    klee_assert(x == 7);
    return 0; }
