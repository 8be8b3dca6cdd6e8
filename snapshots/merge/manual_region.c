// run: explore --verify --merge=manual
// run: explore --verify
// The states of one klee_open_merge are joined at its klee_close_merge; a branch outside stays two paths. Without a policy, the calls have no effect.
#include <klee/klee.h>
int main(void) {
    int x = klee_int("x"), y = klee_int("y"), n = 0;
    klee_open_merge();
    if (x > 0)
        n = 1;
    else if (y > 0)
        n = 2;
    klee_close_merge();
    if (klee_int("z") > 0)
        n += 10;
    return n;
}
