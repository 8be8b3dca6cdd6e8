// A side that contains a loop with an input-independent iteration count was not melded.
// run: --cfmse
// exit: 0
// has: 1 path,
#include <klee/klee.h>

int a[4];
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 0)
        for (int i = 0; i < 4; i++) a[i] = i;
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += a[i];
    klee_assert(sum == 0 || sum == 6);
    return 0;
}
