// run: explore --verify --merge=static
// run: explore --verify --merge=static --qce-alpha inf
// Different constants in a variable on which a later query depends keep two states apart; with alpha = inf they are joined.
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
