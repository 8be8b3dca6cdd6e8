// run: explore --verify --merge=static
// A conditional expression whose sides meet at once is no fork; one whose side calls a function is.
#include <klee/klee.h>
static int same(int x) { return x; }
int main(void) {
    int x = klee_int("x");
    int a = x > 1 ? 3 : 4;
    int b = x > 2 ? 5 : 6;
    int c = x > 3 ? same(7) : 8;
    klee_silent_exit(a + b + c);
}
