// run: explore --search bfs --canonical-inputs
// Breadth first: the states run in turn up to their next fork, so the tests of short paths come first.
#include <klee/klee.h>
int main(void) {
    int x = klee_range(0, 4, "x");
    if (x) {
        if (x > 1)
            return x > 2 ? 13 : 12;
        return 11;
    }
    return 10;
}
