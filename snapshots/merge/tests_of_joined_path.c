// run: explore --merge=static --canonical-inputs
// run: explore --merge=static --canonical-inputs --merge-all-tests
// A joined path has a test for each side that is new, with --merge-all-tests one for each path that it represents.
#include <klee/klee.h>
static void work(void) {}
int main(void) {
    int n = 0;
    for (int i = 0; i < 2; i++)
        if (klee_range(0, 2, "bit")) {
            work();
            n += 1 + i;
        }
    return n;
}
