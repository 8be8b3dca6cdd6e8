// run: explore --verify
// A variable-length array with a size below one is a failure.
#include <klee/klee.h>
int main(void) {
    int n = klee_range(0, 3, "n");
    char a[n];
    a[0] = 1;
    return a[0];
}
