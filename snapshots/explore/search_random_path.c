// run: explore --search random-path --seed 1 --canonical-inputs
// run: explore --search random-path --seed 2 --canonical-inputs
// Random path: the seed determines the order of the tests, and the set of tests is the same.
#include <klee/klee.h>
int main(void) {
    int x = klee_range(0, 4, "x");
    if (x & 1)
        return x & 2 ? 3 : 1;
    return x & 2 ? 2 : 0;
}
