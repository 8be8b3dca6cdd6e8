// run: check
// klee_make_symbolic with a value in place of an address.
#include <klee/klee.h>
int main(void) {
    int x = 0;
    klee_make_symbolic(x, sizeof x, "x");
    return x;
}
