// run: explore --canonical-inputs
// A write through a pointer that may point to two objects forks, one path for each object.
#include <klee/klee.h>
int main(void) {
    int a = 1, b = 2;
    int *p[2] = {&a, &b};
    *p[klee_range(0, 2, "i")] = 5;
    return 10 * a + b;
}
