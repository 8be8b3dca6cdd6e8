// The distance of two numbers is not negative. Eight paths reach the assertion, but two are enough to prove it: one that
// takes the last branch and one that does not.
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
