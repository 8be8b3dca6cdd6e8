// run: explore --verify --merge=manual
// A klee_close_merge without a klee_open_merge joins nothing.
#include <klee/klee.h>
int main(void) {
    int n = 0;
    if (klee_int("x") > 0)
        n = 1;
    klee_close_merge();
    return n;
}
