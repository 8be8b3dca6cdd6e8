// run: explore --verify --merge=static --qce-zeta 2
// run: explore --verify --merge=static --qce-zeta 2 --qce-alpha 1.5
// With zeta above 1, different constants count their later queries once, and states are joined if this cost is less than the fraction alpha.
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
