// run: explore --verify --merge=static
// run: explore --verify --merge=static --qce-alpha inf
// Different pointers keep two states apart if the program accesses memory through them later.
#include <klee/klee.h>
static int a = 1, b = 2;
static void work(void) {}
int main(void) {
    int *p = &a;
    if (klee_int("x") > 0) {
        work();
        p = &b;
    }
    klee_silent_exit(*p);
}
