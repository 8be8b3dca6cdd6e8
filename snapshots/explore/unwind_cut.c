// run: explore --verify --unwind 2
// run: explore --verify --unwind 3
// run: explore --verify
// A path beyond the unwinding bound is cut, and the verdict is bounded; a bound that no path exceeds leaves the proof complete.
#include <klee/klee.h>
int main(void) {
    int n = klee_range(0, 4, "n");
    int i = 0;
    while (i < n)
        i++;
    return i;
}
