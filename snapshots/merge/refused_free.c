// run: explore --verify --merge=static
// run: merges --merge=static
// States are not joined if a block is freed in only one of them.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    if (klee_int("x") > 0)
        free(p);
    return 0;
}
