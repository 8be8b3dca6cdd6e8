// run: explore --verify --merge=manual
// Manual merging joins states with different constants in a hot variable, too.
#include <klee/klee.h>
int main(void) {
    int x = klee_int("x"), step = 1;
    klee_open_merge();
    if (x > 0)
        step = 2;
    klee_close_merge();
    for (int i = 0; i < 4; i += step)
        ;
    return 0;
}
