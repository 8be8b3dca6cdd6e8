/* A symbolic loop bound: each number of iterations is a state of its own. */
#include "klee/klee.h"
int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= 60);
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) { /* guilty */
        sum += i;
    }
    for (unsigned i = 0; i < 40; i++) {
        sum = sum * 3 + i;
    }
    klee_assert(sum != 1);
    return 0;
}
