// run: explore --verify
// options: --error-label ERROR
// With --error-label, reaching the label is a failure.
#include <klee/klee.h>
int main(void) {
    if (klee_int("x") == 3)
        goto ERROR;
    return 0;
ERROR:
    return 1;
}
