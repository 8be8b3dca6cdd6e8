// run: explore --verify --merge=static --qce-alpha 0.4
// run: explore --verify --merge=static --qce-alpha 0.3
// Two variables differ, and one of three later queries depends on each: the maximum over the variables decides, not the sum.
#include <klee/klee.h>
static const char table[4] = {1, 2, 3, 4};
static void work(void) {}
int main(void) {
    int x = klee_int("x") & 3, m = 1, n = 3;
    if (x > 1) {
        work();
        m = 2;
        n = 0;
    }
    klee_silent_exit(table[m] + table[n] + table[x]);
}
