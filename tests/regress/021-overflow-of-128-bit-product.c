// Products of 128 bits were not checked for overflow.
// run: --check overflow
// exit: 10
// has: overflow
#include <klee/klee.h>

int main(void) {
    long a;
    klee_make_symbolic(&a, sizeof a, "a");
    __int128 big = (__int128)1 << 126;
    __int128 r = big * (a & 7);
    return r != 0;
}
