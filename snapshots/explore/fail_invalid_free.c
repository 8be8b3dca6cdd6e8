// run: explore --verify
// A free of an address inside a block is a failure.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    free(p + (klee_int("x") == 1));
    return 0;
}
