// run: explore --verify --merge=static
// run: merges --merge=static
// Memory is hot also if only a pointer into the middle of its block is live.
#include <klee/klee.h>
#include <stdlib.h>
struct pair { int other, index; };
static const char table[4] = {1, 2, 3, 4};
static void work(void) {}
int main(void) {
    struct pair *p = malloc(sizeof *p);
    int *index = &p->index;
    *index = 1;
    if (klee_int("x") > 0) {
        work();
        *index = 2;
    }
    klee_silent_exit(table[*index]);
}
