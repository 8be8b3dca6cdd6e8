// run: ssa, simplify
// run: explore --canonical-inputs
// A branch whose two sides do the same stays in the program, because it is two paths.
#include <klee/klee.h>
int main(void) {
    int x = klee_int("x");
    if (x > 3)
        return 1;
    else
        return 1;
}
