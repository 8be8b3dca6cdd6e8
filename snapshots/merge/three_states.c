// run: explore --verify --merge=static
// Three states at one merge point become one state by two joins.
#include <klee/klee.h>
static void one(void) {}
static void two(void) {}
int main(void) {
    int x = klee_int("x"), n = 0;
    switch (x) {
    case 1: one(); n = 5; break;
    case 2: two(); n = 6; break;
    default: n = x;
    }
    klee_silent_exit(n);
}
