// run: explore --verify --merge=manual
// Nested regions are joined from the inside outwards.
#include <klee/klee.h>
int main(void) {
    int x = klee_int("x"), y = klee_int("y"), n = 0;
    klee_open_merge();
    if (x > 0) {
        klee_open_merge();
        if (y > 0)
            n = 1;
        klee_close_merge();
        n += 2;
    }
    klee_close_merge();
    return n;
}
