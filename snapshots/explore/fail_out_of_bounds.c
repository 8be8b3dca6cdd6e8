// run: explore --verify
// An index one past the end of an array is out of bounds.
#include <klee/klee.h>
int main(void) {
    char a[4] = {1, 2, 3, 4};
    int i = klee_range(0, 5, "i");
    return a[i];
}
