// A failure after an unsupported rounding mode is no violation, because the computed value may be wrong.
// run:
// exit: 20
// has: a rounding mode other than to nearest is not supported
// has: possible violation
#include <fenv.h>
#include <klee/klee.h>
int main(void) {
    double x = 1;
    fesetround(FE_DOWNWARD);
    klee_assert(x / 3 * 3 != 1);
    return 0;
}
