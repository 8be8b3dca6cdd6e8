/* A deep recursion with a symbolic depth. */
#include "klee/klee.h"
static int depth(unsigned n) {
    return n == 0 ? 0 : 1 + depth(n - 1); /* guilty */
}
int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= 70);
    int d = depth(n);
    int sum = 0;
    for (int i = 0; i < 20; i++) {
        sum += d ^ i;
    }
    return sum & 1;
}
