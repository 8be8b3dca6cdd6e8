// run: explore --verify --max-depth 1
// --max-depth counts the forks of a path, and not its branches: a branch without a fork does not count.
#include <klee/klee.h>
int main(void) {
    int x = klee_range(0, 4, "x");
    int n = 0;
    if (x > 1) {
        if (x > 0)
            n++;
        if (x > 1)
            n++;
    }
    return n;
}
