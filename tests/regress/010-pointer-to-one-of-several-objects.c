// An out-of-bounds access was not reported if other inputs access the same object within its bounds.
// run:
// exit: 10
// has: out-of-bounds
#include <klee/klee.h>

char a[4], b[8];
int main(void) {
    unsigned char pick, i;
    klee_make_symbolic(&pick, 1, "pick");
    klee_make_symbolic(&i, 1, "i");
    char *p = (pick & 1) ? a : b;
    if (i < 8) p[i] = 1;
    return 0;
}
