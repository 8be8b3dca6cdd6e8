// A program that may start a thread was rejected even if no input starts a thread.
// run: -D ALWAYS=1
// exit: 20
// has: call of `pthread_create`
// run: -D ALWAYS=0
// exit: 0
// has: VERIFIED
#include <klee/klee.h>
#include <pthread.h>
static void *work(void *p) { return p; }
int main(void) {
    unsigned char x;
    pthread_t t;
    klee_make_symbolic(&x, 1, "x");
    if (x / 2 > 200 || ALWAYS)
        return pthread_create(&t, 0, work, 0);
    return 0;
}
