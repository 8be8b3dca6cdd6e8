// run: simplify, diff
// run: simplify, cfmse, diff
// `diff` shows the changes of the last word only: first those of simplification, then those of melding.
#include <klee/klee.h>
int main(void)
{
    int x, r;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 3) r = x + 1; else r = x + 2;
    return r;
}
