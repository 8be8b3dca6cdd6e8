// run: explore --verify --merge=static
// run: merges --merge=static
// Memory behind a pointer that is symbolic in one of two states is not compared, although it has different constants.
#include <klee/klee.h>
struct pair { int index, other; };
static struct pair pairs[2] = {{1, 0}, {1, 0}}, *p = pairs;
static const char table[4] = {1, 2, 3, 4};
static void left(void) {}
static void right(void) {}
int main(void) {
    int i = klee_int("i") & 1;
    if (klee_int("x") > 0) {
        left();
    } else {
        right();
        pairs[0].index = 2;
        p = &pairs[i];
    }
    klee_silent_exit(table[p->index]);
}
