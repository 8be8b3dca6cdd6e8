// run: explore --verify --merge=static
// run: explore --verify --merge=static --qce-queries branches
// With --qce-queries branches, a constant that reaches only the index of an access does not keep two states apart.
#include <klee/klee.h>
static const char table[4] = {1, 2, 3, 4};
static void work(void) {}
int main(void) {
    int n = 1;
    if (klee_int("x") > 0) {
        work();
        n = 2;
    }
    klee_silent_exit(table[n]);
}
