// run: merges --merge=static
// run: merges --merge=static --qce-alpha inf
// The word merges names the hot variable as the reason for keeping two states apart; with an infinite threshold, they are merged.
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
