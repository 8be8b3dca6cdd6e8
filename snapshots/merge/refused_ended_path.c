// run: explore --verify --merge=static
// run: merges --merge=static
// A side that ends the program is not joined with the other side.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    if (klee_int("x") > 0)
        exit(3);
    return 0;
}
