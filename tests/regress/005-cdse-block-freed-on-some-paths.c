// A block that is freed only on some paths made `--cdse` incomplete; its later use must fail.
// run: --cdse
// exit: 10
// has: use-after-free
#include <klee/klee.h>

#include <stdlib.h>
int main(void) {
    unsigned char c;
    klee_make_symbolic(&c, sizeof c, "c");
    int *p = malloc(4);
    *p = 1;
    if (c == 9) free(p);
    return *p;
}
