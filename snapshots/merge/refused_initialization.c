// run: explore --verify --merge=static
// run: merges --merge=static
// States are not joined if a byte of memory is initialized in only one of them.
#include <klee/klee.h>
#include <stdlib.h>
static void work(void) {}
int main(void) {
    char *p = malloc(4);
    if (klee_int("x") > 0) {
        work();
        p[0] = 1;
    }
    return 0;
}
