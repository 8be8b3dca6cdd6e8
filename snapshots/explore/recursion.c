// run: explore --canonical-inputs
// A recursion with a symbolic depth has one path for each depth.
#include <klee/klee.h>
static int depth(int n) {
    return n ? 1 + depth(n - 1) : 0;
}
int main(void) {
    return depth(klee_range(0, 3, "n"));
}
