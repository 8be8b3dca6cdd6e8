// run: explore --verify
// A read of a freed block is a failure.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    char *p = calloc(1, 4);
    if (klee_int("x") == 1)
        free(p);
    return p[0];
}
