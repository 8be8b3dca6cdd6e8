// run: explore --verify
// An access at a small number is an access through a null pointer.
#include <klee/klee.h>
int main(void) {
    long n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n == 8);
    return *(char *)n;
}
