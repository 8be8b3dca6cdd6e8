// A `longjmp` into a function that has returned is a failure.
// run:
// exit: 10
// has: bad-jump
#include <setjmp.h>
static jmp_buf env;
static void set(void) { setjmp(env); }
int main(void) {
    set();
    longjmp(env, 1);
}
