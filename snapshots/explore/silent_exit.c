// run: explore --canonical-inputs
// klee_silent_exit ends a path without a test.
#include <klee/klee.h>
int main(void) {
    if (klee_range(0, 2, "x"))
        klee_silent_exit(1);
    return 0;
}
