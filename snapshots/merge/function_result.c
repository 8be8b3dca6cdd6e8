// run: explore --verify --merge=static
// The returns of a called function are a merge point: its two results are joined in the caller.
#include <klee/klee.h>
static int sign(int x) {
    if (x < 0)
        return -1;
    return 1;
}
int main(void) {
    int s = sign(klee_int("x"));
    klee_silent_exit(s);
}
