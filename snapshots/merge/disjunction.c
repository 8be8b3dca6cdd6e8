// run: explore --verify --merge=static
// The joined path condition is the disjunction of both: a value that neither side allows stays impossible.
#include <klee/klee.h>
#include <assert.h>
static void work(void) {}
int main(void) {
    int x = klee_int("x");
    if (x == 3)
        work();
    else if (x == 5)
        work();
    else
        klee_silent_exit(0);
    assert(x != 4);
    assert(x == 3 || x == 5);
    return 0;
}
