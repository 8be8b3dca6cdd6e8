// run: explore --merge=static --canonical-inputs
// Only the bytes of an array that differ become an `ite`: an assertion on the others holds without a query on them.
#include <klee/klee.h>
#include <assert.h>
static void work(void) {}
int main(void) {
    char a[4] = {1, 2, 3, 4};
    if (klee_range(0, 2, "x")) {
        work();
        a[1] = 9;
    }
    assert(a[0] == 1 & a[2] == 3);
    return a[1];
}
