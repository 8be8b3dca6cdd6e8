// run: explore --verify --merge=static
// run: explore --verify --merge=static --qce-alpha 0
// A difference in another member of the block behind a pointer does not keep two states apart.
#include <klee/klee.h>
#include <stdlib.h>
struct pair { int index, other; };
static const char table[4] = {1, 2, 3, 4};
static void work(void) {}
int main(void) {
    struct pair *p = malloc(sizeof *p);
    p->index = 1;
    p->other = 1;
    if (klee_int("x") > 0) {
        work();
        p->other = 2;
    }
    klee_silent_exit(table[p->index]);
}
