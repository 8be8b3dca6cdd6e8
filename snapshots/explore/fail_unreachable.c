// run: explore --verify
// Reaching __builtin_unreachable is a failure.
#include <klee/klee.h>
int main(void) {
    if (klee_int("x") == 3)
        __builtin_unreachable();
    return 0;
}
