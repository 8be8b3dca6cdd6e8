// run: explore --verify
// The signed division of the smallest value by -1 is a failure of its own kind.
#include <klee/klee.h>
#include <limits.h>
int main(void) {
    int x = klee_range(-1, 1, "x");
    if (x == 0)
        return 0;
    return INT_MIN / x;
}
