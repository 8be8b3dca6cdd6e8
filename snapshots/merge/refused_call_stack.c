// run: explore --verify --merge=static
// run: merges --merge=static
// States in one function are not joined if different calls of the caller run it.
#include <klee/klee.h>
static void end(int n) {
    if (n > 100)
        klee_silent_exit(1);
    klee_silent_exit(0);
}
int main(void) {
    int x = klee_int("x");
    if (x > 0)
        end(x / 2);
    else
        end(-x / 3);
}
