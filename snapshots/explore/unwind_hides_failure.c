// run: explore --verify --unwind 2
// run: explore --verify --unwind 3
// A failure behind the bound is not found: the verdict is verified-bounded and never verified.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int n = klee_range(0, 4, "n");
    int i = 0;
    while (i < n)
        i++;
    assert(i < 3);
    return 0;
}
