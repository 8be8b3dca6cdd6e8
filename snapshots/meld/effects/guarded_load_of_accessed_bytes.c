// run: ssa, simplify, meld-steps
// run: ssa, simplify, cfmse, check-equivalent
// A load that has a guard already keeps a guard, although the head has accessed its address.
#include <klee/klee.h>
static int f(char c, char d, int *p, int *q, int x) {
    int old = *p;
    *q = x;
    if (c > 'a')
        if (d > 'b')
            x = *p;
    return old + x;
}
int main(void) {
    int one = 1, two = 2;
    int *q = klee_int("q") ? &one : &two;
    return f(klee_int("c"), klee_int("d"), &one, q, klee_int("x"));
}
