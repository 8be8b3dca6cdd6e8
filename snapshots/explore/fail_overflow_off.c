// run: explore --verify
// Without the check `overflow`, a signed sum wraps.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int x = klee_int("x");
    if (x < 2147483647)
        return 0;
    assert(x + 1 < 0);
    return 0;
}
