// run: explore --verify --merge=static
// run: explore --verify --merge=static --qce-alpha 0
// Equal constants in a hot variable do not keep two states apart, and neither do different ones in a variable without queries.
#include <klee/klee.h>
static const char table[4] = {1, 2, 3, 4};
static void work(void) {}
int main(void) {
    int n = 1, other = 0;
    if (klee_int("x") > 0) {
        work();
        other = 5;
    }
    klee_silent_exit(table[n] + other);
}
