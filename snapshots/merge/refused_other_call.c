// run: merges --merge=manual
// States that end a region in different calls of one function are not joined.
#include <klee/klee.h>
static void done(void) { klee_close_merge(); }
int main(void) {
    int x = klee_int("x");
    klee_open_merge();
    if (x > 0)
        done();
    else
        done();
    klee_silent_exit(0);
}
