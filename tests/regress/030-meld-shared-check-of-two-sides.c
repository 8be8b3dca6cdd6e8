// A failure of a melded check that fails only on one side must name this side.
// run: --cfmse --all-errors
// exit: 10
// has: y % 9
// lacks: y % 8
// run: --all-errors
// exit: 10
// has: y % 9
// lacks: y % 8
#include <klee/klee.h>
int a[8];
int main(void) { unsigned x, y; int s = 0;
    klee_make_symbolic(&x, sizeof x, "x"); klee_make_symbolic(&y, sizeof y, "y");
    if (x > 5) s += a[y % 9];
    else       s += a[y % 8];
    return s;
}
