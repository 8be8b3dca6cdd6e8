// run: explore --verify --merge=manual
// Each execution of klee_open_merge is a region of its own: the two states of the branch before it are not joined.
#include <klee/klee.h>
int main(void) {
    int x = klee_int("x"), y = klee_int("y"), n = 0;
    if (x > 0)
        n = 1;
    klee_open_merge();
    if (y > 0)
        n += 2;
    klee_close_merge();
    return n;
}
