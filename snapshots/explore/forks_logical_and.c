// run: explore --canonical-inputs
// The value of a logical `&&` forks at its first operand only; that of a bitwise `&` does not fork.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int x = klee_range(0, 4, "x");
    int bitwise = (x > 0) & (x < 3);
    int logical = x > 0 && x < 3;
    assert(bitwise == logical);
    return 0;
}
