// run: explore --verify --merge=manual
// A path that ends inside a region is not waited for: the other paths are joined.
#include <klee/klee.h>
int main(void) {
    int x = klee_int("x"), n = 0;
    klee_open_merge();
    if (x == 1)
        return 1;
    if (x == 2)
        n = 2;
    klee_close_merge();
    return n;
}
