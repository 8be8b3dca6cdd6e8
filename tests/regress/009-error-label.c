// A label named by `--error-label` did not count as a failure, so verification tasks with error labels were verified.
// run: --error-label ERROR
// exit: 10
// run: --cdse --error-label ERROR
// exit: 10
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 4711) goto ERROR;
    return 0;
ERROR:
    return 1;
}
