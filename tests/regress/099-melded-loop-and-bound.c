// A guarded loop runs for both values of c; the unwinding bound must not cut it for c == 0, which does not enter it.
// run: --cfmse --unwind 3
// exit: 10
// has: assert
// run: --unwind 3
// exit: 10
#include <klee/klee.h>

int main(void) {
    int c, s = 0;
    klee_make_symbolic(&c, sizeof c, "c");
    if (c)
        for (int k = 0; k < 10; k++)
            s += k;
    klee_assert(s != 0);
    return 0;
}
