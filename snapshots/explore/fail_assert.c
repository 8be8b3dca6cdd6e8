// run: explore --verify
// A failed assertion is reported with its text, and with an input that violates it.
#include <assert.h>
#include <klee/klee.h>
int main(void) {
    int x = klee_range(0, 10, "x");
    assert(x != 7);
    return 0;
}
