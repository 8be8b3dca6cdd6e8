// run: explore --verify --symbolic-sizes 2
// A size above the cap of --symbolic-sizes makes the verdict incomplete.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    int n = klee_range(1, 4, "n");
    char *p = malloc(n);
    p[0] = 1;
    return 0;
}
