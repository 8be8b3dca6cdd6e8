// run: explore --verify
// A second free of a block is a failure.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    free(p);
    if (klee_int("x") == 1)
        free(p);
    return 0;
}
