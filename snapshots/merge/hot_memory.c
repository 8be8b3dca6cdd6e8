// run: explore --verify --merge=static
// run: merges --merge=static
// A hot variable may be a global: its different constants keep two states apart.
#include <klee/klee.h>
static const char table[4] = {1, 2, 3, 4};
static int n = 1, other;
static void work(void) {}
int main(void) {
    if (klee_int("x") > 0) {
        work();
        n = 2;
    }
    klee_silent_exit(table[n]);
}
