// With `--check uninit` and a store at a symbolic index, the reported inputs did not replay.
// run: --check uninit
// exit: 10
// has: uninit
#include <klee/klee.h>

int main(void) {
    char a[4];
    unsigned char i;
    klee_make_symbolic(&i, 1, "i");
    klee_assume(i < 4);
    a[i] = 1;
    return a[2] != 0;
}
