// If a solver process exits at once, the result must be an error of the option, not a verdict.
// run: --solver smtlib:false
// exit: 2
// has: smtlib
#include <klee/klee.h>

int main(void) {
    unsigned long x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_assume(x > 1);
    klee_assume(y > 1);
    klee_assume(x < 0x80000000u);
    klee_assume(y < 0x80000000u);
    klee_assert(x * y != 0x7ffffffd00000003u);
    return 0;
}
