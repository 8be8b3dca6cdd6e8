// A guarded load must not fail for inputs that take the opposite side.
// run: --cfmse
// exit: 0
// run: --cfmse=speculative
// exit: 0
#include <klee/klee.h>

int a[4];
int main(void) {
    unsigned i;
    int x = 0;
    klee_make_symbolic(&i, sizeof i, "i");
    if (i < 4) x = a[i];
    klee_assert(x == 0);
    return 0;
}
