// A call through a table of functions made `--cdse` incomplete.
// run: --cdse
// exit: 10
// has: assert
#include <klee/klee.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const table[2])(void) = {one, two};
int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 2);
    klee_assert(table[i]() != 2);
    return 0;
}
