// `x < 0` on unsigned 128-bit values was not folded, and a wrong fold gave a false VERIFIED.
// run:
// exit: 0
#include <klee/klee.h>

int main(void) {
    unsigned __int128 x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assert(!(x < 0));
    klee_assert(x >= 0);
    return 0;
}
