// run: explore --verify --merge=static
// run: merges --merge=static
// States with different heap blocks are not joined.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    char *p = 0;
    if (klee_int("x") > 0)
        p = malloc(4);
    klee_silent_exit(p != 0);
}
