// run: explore --verify --merge=static --qce-zeta 2
// With zeta above 1, states that differ only in variables without later queries are joined.
#include <klee/klee.h>
static void work(void) {}
int main(void) {
    int n = 1;
    if (klee_int("x") > 0) {
        work();
        n = 2;
    }
    klee_silent_exit(n);
}
