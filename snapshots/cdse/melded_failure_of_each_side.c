// run: explore --cfmse --cdse
// A melded division fails at the line of the side that the input selects.
#include <klee/klee.h>

int main(void) {
    int x, y, r;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    if (x > 10)
        r = 100 / (y - 3);
    else
        r = 200 / (y - 4);
    return r > 1000;
}
