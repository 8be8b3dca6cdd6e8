// run: explore --verify
// A division or remainder by zero is a failure.
#include <klee/klee.h>
int main(void) {
    unsigned x = klee_range(0, 4, "x");
    return 10 % x;
}
