// The distance of two numbers is not negative. Of the eight paths to the assertion two are enough to prove it: one with the
// last branch taken and one without.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");

    if (x < 0)
        x = -x;
    if (y < 0)
        y = -y;

    long result = (long)x - y;

    if (x < y)
        result = (long)y - x;

    assert(result >= 0);
    return 0;
}
