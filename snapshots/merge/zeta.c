// run: explore --verify --merge=static
// run: explore --verify --merge=static --qce-zeta 2
// run: explore --verify --merge=static --qce-zeta 2 --qce-alpha 1.5
// With zeta = 2, different symbolic values in a variable count as much as its later queries, so one query keeps two states apart unless it is less than the fraction alpha.
#include <klee/klee.h>
static const char table[4] = {1, 2, 3, 4};
static void work(void) {}
int main(void) {
    int x = klee_int("x") & 3, y = klee_int("y") & 3;
    int n = x;
    if (x < y) {
        work();
        n = y;
    }
    klee_silent_exit(table[n]);
}
