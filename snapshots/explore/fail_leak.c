// run: explore --verify
// check: leak
// With the check `leak`, a heap block that no pointer reaches at the end is a failure.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    if (klee_int("x") != 1)
        free(p);
    return 0;
}
