// run: explore --verify --unwind 1
// A failure within the bound is a violation, although paths of the loop exceed the bound.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int n = klee_range(0, 9, "n");
    for (int i = 0; i < n; i++)
        assert(i > 0);
    return 0;
}
