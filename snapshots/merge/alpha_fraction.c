// run: explore --verify --merge=static --qce-alpha 0.4
// run: explore --verify --merge=static --qce-alpha 0.6
// One of two later queries depends on the variable that differs, so it is hot for alpha = 0.4 and not for 0.6.
#include <klee/klee.h>
static const char table[4] = {1, 2, 3, 4};
static void work(void) {}
int main(void) {
    int x = klee_int("x") & 3, n = 1;
    if (x > 1) {
        work();
        n = 2;
    }
    klee_silent_exit(table[n] + table[x]);
}
