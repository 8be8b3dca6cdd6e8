// run: explore --verify
// check: uninit
// With the check `uninit`, a read of memory that was never set is a failure.
#include <klee/klee.h>
int main(void) {
    int n;
    if (klee_int("x") > 0)
        n = 1;
    return n;
}
