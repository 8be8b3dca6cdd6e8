// `--check uninit` reported initialized arrays of variable length.
// run: --check uninit
// exit: 0
#include <klee/klee.h>

int main(void) {
    unsigned char n;
    klee_make_symbolic(&n, 1, "n");
    klee_assume(n > 0);
    klee_assume(n < 4);
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    return a[n - 1];
}
