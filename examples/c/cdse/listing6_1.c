// The two branches on `unknown` and `a` do not affect the error, so one path is enough to prove that it is unreachable.
#include <klee/klee.h>

int main(void) {
    int p, unknown, x;
    klee_make_symbolic(&p, sizeof p, "p");
    klee_make_symbolic(&unknown, sizeof unknown, "unknown");
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(p);

    int a;
    if (unknown)
        a = 1;
    else
        a = 0;
    if (a)
        x = x + 1;
    else
        x = x - 1;
    if (!p)
        __builtin_unreachable();
    return x;
}
