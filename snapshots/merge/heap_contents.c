// run: explore --merge=static --canonical-inputs
// Joined heap contents are an `ite`: each path reads the value of its own side.
#include <klee/klee.h>
#include <stdlib.h>
static void work(void) {}
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    if (klee_range(0, 2, "x") == 1) {
        work();
        *p = 2;
    }
    return *p;
}
