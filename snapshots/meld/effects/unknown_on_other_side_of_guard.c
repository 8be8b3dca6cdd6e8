// run: ssa, simplify, melds
// run: ssa, simplify, cfmse
// A value that the right operand of `&&` loads is unknown on the else side, where the left operand may be false.
#include <klee/klee.h>
int value;
static int f(char c, int *p, int x) {
    if (c > 'a' && *p > 3)
        x = 5;
    else
        x = *p;
    return x;
}
int main(void) {
    return f(klee_int("c"), &value, klee_int("x"));
}
