// A failure on only one of two merged paths must be found.
// run: --merge=static
// exit: 10
// run: --merge=dynamic
// exit: 10
// run: --merge=pattern
// exit: 10
// run: --merge=cfg
// exit: 10
#include <klee/klee.h>

int main(void) {
    unsigned char a, b;
    klee_make_symbolic(&a, 1, "a");
    klee_make_symbolic(&b, 1, "b");
    int n = 0;
    if (a > 7) n += 1;
    if (b > 7) n += 2;
    klee_assert(n != 3);
    return 0;
}
