// run: ssa, simplify, cfmse
// A volatile load in the right operand of `&&` is not computed before the branch on the left operand.
#include <klee/klee.h>
volatile int flag;
static void work(void) {}
int main(void) {
    int x = klee_int("x");
    if (x > 0 && flag)
        work();
    return 0;
}
