// run: explore --verify
// A negative index is out of bounds.
#include <klee/klee.h>
int main(void) {
    char a[4] = {1, 2, 3, 4};
    int i = klee_range(-1, 4, "i");
    a[i] = 1;
    return 0;
}
