// `--check shift` did not report left shifts of negative signed values.
// run: --check shift
// exit: 10
// has: shift
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x == -4);
    return x << 1;
}
