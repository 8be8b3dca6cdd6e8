// run: merges --merge=manual --unwind 5
// run: explore --verify --merge=manual --unwind 5
// run: explore --verify --merge=manual
// With an unwinding bound, states in different iterations of a loop are not joined, because their bounds differ.
#include <klee/klee.h>
int main(void) {
    int x = klee_range(0, 2, "x"), i = 0, open = 1;
    klee_open_merge();
    while (i < 3) {
        i++;
        if (open & (x < i)) {
            klee_close_merge();
            open = 0;
            i = 2;
        }
    }
    klee_silent_exit(i);
}
