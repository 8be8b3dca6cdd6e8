// run: explore --canonical-inputs
// A path ends with its exit status, also deep in a call, or with abort, which is no failure.
#include <klee/klee.h>
#include <stdlib.h>
static void deep(int x) {
    if (x == 1)
        exit(7);
    if (x == 2)
        abort();
}
int main(void) {
    deep(klee_range(0, 3, "x"));
    return 3;
}
