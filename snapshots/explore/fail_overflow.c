// run: explore --verify
// check: overflow
// With the check `overflow`, a signed sum outside the type is a failure.
#include <klee/klee.h>
int main(void) {
    int x = klee_int("x");
    if (x < 2147483646)
        return 0;
    return x + 1;
}
