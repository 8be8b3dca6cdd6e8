// run: check
// klee_make_symbolic with the number of elements in place of the size.
#include <klee/klee.h>
int main(void) {
    int a[4];
    klee_make_symbolic(a, 4, "a");
    return a[0];
}
