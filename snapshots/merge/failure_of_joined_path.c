// run: explore --merge=static --all-errors --canonical-inputs
// run: explore --all-errors --canonical-inputs
// A joined path that fails is one failure, so a source location is reported once, and not for each path.
#include <klee/klee.h>
#include <assert.h>
static void work(void) {}
int main(void) {
    int x = klee_range(-2, 2, "x");
    int n = x;
    if (x < 0) {
        work();
        n = -n - 1;
    }
    assert(n != 1);
    return 0;
}
