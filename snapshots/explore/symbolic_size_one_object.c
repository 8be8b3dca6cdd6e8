// run: explore --canonical-inputs --symbolic-sizes 16
// With --symbolic-sizes, a block of symbolic size is one object on one path.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    int n = klee_range(1, 4, "n");
    char *p = malloc(n);
    p[0] = 1;
    return 0;
}
