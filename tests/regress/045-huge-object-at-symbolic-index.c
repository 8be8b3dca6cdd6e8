// For an object of more than 1 MiB, an access at a symbolic index created one expression per byte.
// run:
// exit: 20
// has: 1048577 bytes
#include <klee/klee.h>

char big[(1 << 20) + 1];
int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < sizeof big);
    big[i] = 1;
    return big[i / 2];
}
