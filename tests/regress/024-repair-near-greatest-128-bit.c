// Model repair overflowed for values near the maximum 128-bit value.
// run:
// exit: 10
// has: assert
#include <klee/klee.h>

int main(void) {
    unsigned __int128 x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assert((x | 1) * 3 != (unsigned __int128)-3);
    return 0;
}
