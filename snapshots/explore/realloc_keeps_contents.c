// run: explore --verify
// A reallocated block has the old contents, and the old address is freed.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int x = klee_int("x");
    int *p = malloc(sizeof *p);
    *p = x;
    int *q = realloc(p, 2 * sizeof *q);
    assert(q[0] == x);
    return *p;
}
