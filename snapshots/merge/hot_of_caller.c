// run: explore --verify --merge=static
// run: merges --merge=static
// A value that is returned is hot in the called function if a later query of the caller depends on the result.
#include <klee/klee.h>
static const char table[4] = {1, 2, 3, 4};
static void work(void) {}
static int choose(int x) {
    int n = 1;
    if (x > 0) {
        work();
        n = 2;
    }
    return n;
}
int main(void) {
    int n = choose(klee_int("x"));
    klee_silent_exit(table[n]);
}
