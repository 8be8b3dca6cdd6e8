// For an object of more than 16 MiB, an access at a symbolic index created one expression per byte.
// run:
// exit: 20
// has: 20971520 bytes
#include <klee/klee.h>

char big[20 << 20];
int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < sizeof big);
    big[i] = 1;
    return big[i / 2];
}
