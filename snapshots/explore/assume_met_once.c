// run: explore --verify
// An assumption that one path meets and another does not makes no proof vacuous.
#include <klee/klee.h>
int main(void) {
    int x = klee_range(0, 4, "x");
    int n = 1;
    if (x < 2)
        n = 0;
    klee_assume(n);
    return 0;
}
