// run: explore --verify
// check: shift
// With the check `shift`, a left shift of a negative value is a failure, a right shift is not.
#include <klee/klee.h>
int main(void) {
    int x = klee_range(-1, 1, "x");
    int y = x >> 1;
    return (x << 1) + y;
}
