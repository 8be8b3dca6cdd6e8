// run: ssa, simplify, meld-steps
// run: ssa, simplify, cfmse, check-equivalent
// A store at a lower address that reaches into known bytes makes them unknown.
#include <klee/klee.h>
static int f(char c, unsigned char *p, int x) {
    unsigned char old = p[2];
    *(int *)p = x;
    if (c > 'a')
        old += p[2];
    return old;
}
int main(void) {
    int block[2] = {0};
    return f(klee_int("c"), (unsigned char *)block, klee_int("x"));
}
