// run: explore --verify --max-resolutions 2
// A symbolic size with more values than --max-resolutions makes the verdict incomplete.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    int n = klee_range(1, 4, "n");
    char *p = malloc(n);
    p[0] = 1;
    return 0;
}
