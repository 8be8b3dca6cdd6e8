// run: explore --verify --symbolic-sizes 16
// An access of a block of symbolic size is out of bounds if it is outside the size of some input.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    int n = klee_range(1, 4, "n");
    char *p = malloc(n);
    p[2] = 1;
    return 0;
}
