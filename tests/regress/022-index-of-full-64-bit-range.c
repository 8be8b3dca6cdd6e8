// The range of an index with all 64-bit values overflowed in the array rewriting.
// run:
// exit: 10
// has: out-of-bounds
#include <klee/klee.h>

const int table[3] = {1, 2, 3};
int main(void) {
    unsigned long i;
    klee_make_symbolic(&i, sizeof i, "i");
    return table[i];
}
