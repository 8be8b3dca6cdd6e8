// run: explore --verify --merge=static
// run: merges --merge=static
// States that created different inputs are not joined.
#include <klee/klee.h>
int main(void) {
    int n = 0;
    if (klee_int("x") > 0)
        n = klee_int("y");
    klee_silent_exit(n);
}
