// The solver took seconds for satisfiable floating-point queries.
// run:
// exit: 10
// has: assert
#include <klee/klee.h>

int main(void) {
    unsigned char c;
    klee_make_symbolic(&c, 1, "c");
    double d = c;
    klee_assert(d * 0.5 != 21.5);
    return 0;
}
