// Two threads reported one failure twice.
// run: --threads 2
// exit: 10
// has: VIOLATION
#include <klee/klee.h>

int main(void) {
    unsigned char x, y;
    klee_make_symbolic(&x, 1, "x");
    klee_make_symbolic(&y, 1, "y");
    if (x > 9) y |= 1;
    return 7 / (y != 4);
}
