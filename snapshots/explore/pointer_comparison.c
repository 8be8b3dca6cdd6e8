// run: explore --verify
// Addresses of two objects differ, and a block that is freed is not equal to a new block.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int a, b;
    assert(&a != &b);
    char *p = malloc(4);
    unsigned long old = (unsigned long)p;
    free(p);
    char *q = malloc(4);
    assert(old != (unsigned long)q);
    return 0;
}
