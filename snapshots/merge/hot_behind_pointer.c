// run: explore --verify --merge=static
// run: merges --merge=static
// A hot variable may be in a heap block behind a pointer.
#include <klee/klee.h>
#include <stdlib.h>
struct pair { int index, other; };
static const char table[4] = {1, 2, 3, 4};
static void work(void) {}
int main(void) {
    struct pair *p = malloc(sizeof *p);
    p->index = 1;
    if (klee_int("x") > 0) {
        work();
        p->index = 2;
    }
    klee_silent_exit(table[p->index]);
}
