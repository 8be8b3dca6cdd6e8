// run: explore --max-depth 1 --canonical-inputs
// run: explore --max-depth 2 --canonical-inputs
// --max-depth drops a path at the fork after this many forks.
#include <klee/klee.h>
int main(void) {
    int x = klee_range(0, 4, "x");
    if (x == 0)
        return 10;
    if (x == 1)
        return 11;
    if (x & 1)
        return 12;
    return 13;
}
