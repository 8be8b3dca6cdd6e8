// run: explore --max-paths 2 --canonical-inputs
// run: explore --max-paths 4 --canonical-inputs
// --max-paths stops after this many finished paths; if none is left, the exploration is complete.
#include <klee/klee.h>
int main(void) {
    int x = klee_range(0, 4, "x");
    if (x & 1)
        return x & 2 ? 3 : 1;
    return x & 2 ? 2 : 0;
}
