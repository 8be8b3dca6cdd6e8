// run: explore --verify --merge=manual
// A region without a fork ends without waiting.
#include <klee/klee.h>
int main(void) {
    int x = klee_int("x");
    klee_open_merge();
    x = x / 2;
    klee_close_merge();
    return x > 0;
}
