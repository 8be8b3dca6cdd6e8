// run: explore --canonical-inputs --max-resolutions 1
// run: explore --canonical-inputs --max-resolutions 2
// A call with more possible functions than --max-resolutions makes the verdict incomplete.
#include <klee/klee.h>
static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void) {
    int (*f[2])(void) = {one, two};
    return f[klee_range(0, 2, "i")]();
}
