// The statement of a proof must list assertions that no input reaches, and assumptions.
// run:
// exit: 0
// has: that meets the 1 assumption
// has: 2 of 3 assertions reached; never reached:
// has: c:35
// run: --cfmse
// exit: 0
// has: 2 of 3 assertions reached; never reached:
// run: --merge=dynamic
// exit: 0
// has: 2 of 3 assertions reached; never reached:
// run: --cdse
// exit: 0
// has: 2 of 3 assertions reached; never reached:
// has: that meets the 1 assumption
// run: --cfmse --cdse --require-reached
// exit: 20
// has: VACUOUS    2 of 3 assertions reached; never reached:
// run: --require-reached
// exit: 20
// has: VACUOUS
#include <klee/klee.h>
int main(void) {
    unsigned char x;
    int r = 0;
    klee_make_symbolic(&x, 1, "x");
    klee_assume(x < 50);
    klee_assert(x != 60);
    if (x > 20)
        r = 1;
    else
        klee_assert(x < 21);
    if (r && x < 10)
        klee_assert(x == 99);
    return r;
}
