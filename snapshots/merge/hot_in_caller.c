// run: explore --verify --merge=static
// run: merges --merge=static
// States in a function are kept apart by a variable of the caller on which a query after the call depends.
#include <klee/klee.h>
static const char table[4] = {1, 2, 3, 4};
static void work(void) {}
static void deep(int x) {
    if (x > 0)
        work();
}
int main(void) {
    int x = klee_int("x"), n = 1;
    if (x > 5)
        n = 2;
    deep(x);
    klee_silent_exit(table[n]);
}
