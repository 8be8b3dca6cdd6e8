// run: explore --verify
// An address that is a symbolic number forks: one path for each object that it may be in, and a failure if it may be in none.
#include <klee/klee.h>
static int a = 1, b = 2;
int main(void) {
    unsigned long n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n == (unsigned long)&a | n == (unsigned long)&b);
    *(int *)n = 5;
    return 10 * a + b;
}
