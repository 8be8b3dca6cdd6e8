// run: explore --verify --merge=static
// run: explore --verify --merge=static --qce-alpha 0
// Different constants in a global on which no later query depends are joined.
#include <klee/klee.h>
static const char table[4] = {1, 2, 3, 4};
static int n = 1, other;
static void work(void) {}
int main(void) {
    if (klee_int("x") > 0) {
        work();
        other = 2;
    }
    klee_silent_exit(table[n]);
}
