// `--unwind N` dropped the exit of a loop after exactly N iterations.
// run: --cdse --unwind 3
// exit: 10
// has: assert
// run: --cdse --unwind 2
// exit: 0
#include <klee/klee.h>

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    unsigned i = 0;
    for (; i < n; i++)
        ;
    klee_assert(i != 3);
    return 0;
}
