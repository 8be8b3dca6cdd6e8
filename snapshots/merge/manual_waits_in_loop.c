// run: explore --verify --merge=manual
// A region that is opened once and closed in a loop ends at the first klee_close_merge; later ones have no effect.
#include <klee/klee.h>
int main(void) {
    int x = klee_int("x"), n = 0;
    klee_open_merge();
    if (x > 0)
        n = 1;
    for (int i = 0; i < 2; i++)
        klee_close_merge();
    if (x > 7)
        n += 2;
    klee_silent_exit(n);
}
