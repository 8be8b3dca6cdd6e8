// run: explore --verify
// A comparison of a float with itself fails for NaN only.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x != x)
        return 1;
    assert(x == x);
    return 0;
}
