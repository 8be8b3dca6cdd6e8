// run: explore --verify --merge=static
// run: merges --merge=static
// States are not joined while they have a saved context of setjmp.
#include <klee/klee.h>
#include <setjmp.h>
static jmp_buf context;
static void work(void) {}
int main(void) {
    int x = klee_int("x");
    if (setjmp(context))
        klee_silent_exit(1);
    if (x > 0)
        work();
    klee_silent_exit(0);
}
