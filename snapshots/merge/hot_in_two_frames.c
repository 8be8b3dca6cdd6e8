// run: explore --verify --merge=static --qce-alpha 0.5
// run: explore --verify --merge=static --qce-alpha 0.7
// The queries of all calls on one global are added: two of three depend on `n`, one in the called function and one in its caller.
#include <klee/klee.h>
static const char table[4] = {1, 2, 3, 4};
static int n = 1;
static void work(void) {}
static int deep(int x) {
    if (x > 1) {
        work();
        n = 2;
    }
    return table[n];
}
int main(void) {
    int x = klee_int("x") & 3;
    int sum = deep(x);
    klee_silent_exit(sum + table[n] + table[x]);
}
