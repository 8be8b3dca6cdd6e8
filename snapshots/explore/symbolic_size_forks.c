// run: explore --canonical-inputs
// A block of symbolic size forks, one path for each size.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    int n = klee_range(1, 4, "n");
    char *p = malloc(n);
    p[0] = 1;
    return 0;
}
