// run: explore --verify --merge=static
// A variable that is symbolic in one of two states does not keep them apart, although a later query depends on it.
#include <klee/klee.h>
static const char table[4] = {1, 2, 3, 4};
static void work(void) {}
int main(void) {
    int x = klee_int("x");
    int n = 3;
    if (x >= 0 & x < 4) {
        work();
        n = x;
    }
    klee_silent_exit(table[n]);
}
