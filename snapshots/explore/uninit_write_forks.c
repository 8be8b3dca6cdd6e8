// run: explore --verify
// check: uninit
// With the check `uninit`, a write at a symbolic index into an array that was never set forks, one path for each index, because the set bytes must be known.
#include <klee/klee.h>
int main(void) {
    char a[3];
    a[klee_range(0, 3, "i")] = 1;
    return 0;
}
