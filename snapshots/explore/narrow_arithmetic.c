// run: explore --verify
// Arithmetic of a narrow type is that of C: an unsigned char wraps in the variable, and not in the sum.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    unsigned char x = klee_range(0, 256, "x");
    unsigned char y = x + 1;
    assert(x + 1 > x);
    assert(y > x);
    return 0;
}
