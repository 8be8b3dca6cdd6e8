// run: explore --canonical-inputs --max-resolutions 2
// run: explore --canonical-inputs --max-resolutions 3
// A write to more possible objects than --max-resolutions makes the verdict incomplete.
#include <klee/klee.h>
int main(void) {
    int a = 1, b = 2, c = 3;
    int *p[3] = {&a, &b, &c};
    *p[klee_range(0, 3, "i")] = 5;
    return 100 * a + 10 * b + c;
}
