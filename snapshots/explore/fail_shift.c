// run: explore --verify
// check: shift
// With the check `shift`, a shift by the width or more is a failure.
#include <klee/klee.h>
int main(void) {
    int x = klee_range(30, 33, "x");
    return 1u << x;
}
