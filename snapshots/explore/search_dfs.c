// run: explore --canonical-inputs
// Depth first: one path is followed to its end, then the other side of its last fork, so the deep tests come first.
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
