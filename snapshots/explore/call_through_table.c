// run: explore --canonical-inputs
// A call through a symbolic function pointer forks, one path for each function.
#include <klee/klee.h>
static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void) {
    int (*f[2])(void) = {one, two};
    return f[klee_range(0, 2, "i")]();
}
