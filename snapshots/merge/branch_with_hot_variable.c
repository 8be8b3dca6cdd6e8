// run: explore --verify --merge=static
// run: explore --verify --merge=static --qce-alpha inf
// A branch with sides that meet at once forks if a later query depends on the constants that it selects.
#include <klee/klee.h>
static const char table[4] = {1, 2, 3, 4};
int main(void) {
    int n = 1;
    if (klee_int("x") > 0)
        n = 2;
    klee_silent_exit(table[n]);
}
