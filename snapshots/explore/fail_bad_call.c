// run: explore --verify
// A call through a pointer to a function of another type is a failure.
#include <klee/klee.h>
static int one(int x) { return x; }
int main(void) {
    int (*f)(int, int) = (int (*)(int, int))one;
    return f(1, 2);
}
