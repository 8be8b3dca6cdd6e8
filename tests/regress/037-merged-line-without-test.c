// A line that a merged path covers first got no test if the input chosen for the path ends in a failure.
// run: --merge=static
// exit: 10
// has: div
#include <klee/klee.h>

int main(void) {
    unsigned char a, b;
    int r = 0;
    klee_make_symbolic(&a, 1, "a");
    klee_make_symbolic(&b, 1, "b");
    if (a & 1)
        r = 1;
    if (b == 3)
        return 10 / (r - 1);
    return 0;
}
