// A program whose `long double` arithmetic loses precision was reported as verified.
// run:
// exit: 20
// has: long double
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    long double d = x;
    d = d / 3;
    klee_assert(d * 3 <= 4e9L);
    return 0;
}
