// run: explore --verify
// An assertion that fails for all inputs ends the path.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int x = klee_range(0, 4, "x");
    assert(x > 5);
    return 0;
}
