// run: explore --canonical-inputs
// A failure in a function is reported at its line there, for the calls that reach it.
#include <klee/klee.h>
#include <assert.h>
static int half(int x) {
    assert(x % 2 == 0);
    return x / 2;
}
int main(void) {
    int x = klee_range(0, 4, "x");
    return x < 2 ? half(2 * x) : half(x);
}
