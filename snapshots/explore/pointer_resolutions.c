// run: explore --verify --max-resolutions 2
// run: explore --verify --max-resolutions 3
// More possible objects of an address than --max-resolutions make the verdict incomplete.
#include <klee/klee.h>
static int a = 1, b = 2, c = 3, d = 4;
int main(void) {
    unsigned long n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n == (unsigned long)&a | n == (unsigned long)&b | n == (unsigned long)&c | n == (unsigned long)&d);
    *(int *)n = 5;
    return a;
}
