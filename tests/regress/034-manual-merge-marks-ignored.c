// `klee_open_merge` and `klee_close_merge` were ignored.
// run: --merge=manual
// exit: 0
// has: 1 path,
#include <klee/klee.h>

int main(void) {
    int x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_open_merge();
    if (x > 3) y = 1;
    else y = 2;
    klee_close_merge();
    klee_assert(y < 3);
    return 0;
}
