// run: explore --canonical-inputs --only-new
// run: explore --canonical-inputs
// With --only-new, a path without a new line or branch side has no test.
#include <klee/klee.h>
int main(void) {
    int x = klee_range(0, 4, "x");
    int n = 0;
    if (x & 1)
        n += 1;
    if (x & 2)
        n += 2;
    return n;
}
