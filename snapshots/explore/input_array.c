// run: explore --canonical-inputs
// klee_make_symbolic makes each byte of an array an input.
#include <klee/klee.h>
int main(void) {
    char a[2], b[2];
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(b, sizeof b, "b");
    return a[0] == 'x' & a[1] == b[1];
}
