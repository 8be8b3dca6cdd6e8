// Sizes above the capacity of `--symbolic-sizes` must make the verdict incomplete.
// run: --symbolic-sizes 16
// exit: 20
// run:
// exit: 20
#include <klee/klee.h>

#include <stdlib.h>
int main(void) {
    unsigned char n;
    klee_make_symbolic(&n, 1, "n");
    klee_assume(n > 0);
    char *p = malloc(n);
    p[n - 1] = 1;
    free(p);
    return 0;
}
