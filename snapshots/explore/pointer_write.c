// run: explore --canonical-inputs
// A write through a pointer that is chosen from a table does not fork: it changes each possible object under a condition.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int a = 1, b = 2;
    int *p[2] = {&a, &b};
    int i = klee_range(0, 2, "i");
    *p[i] = 5;
    assert((a == 1) == i & (b == 2) == !i);
    return 0;
}
