// run: explore --verify --merge=static
// run: explore --verify
// States wait at a loop header for states of the same iteration, so the paths of each iteration are joined.
#include <klee/klee.h>
static void work(void) {}
int main(void) {
    unsigned n = klee_int("n");
    int odd = 0;
    for (int i = 0; i < 3; i++) {
        if (n >> i & 1) {
            work();
            odd = !odd;
        }
    }
    return odd;
}
