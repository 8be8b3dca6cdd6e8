// run: explore --canonical-inputs
// With --canonical-inputs, each byte has the smallest feasible value in a fixed order: 0, small numbers, digits, other printable characters.
#include <klee/klee.h>
int main(void) {
    unsigned char a[4];
    klee_make_symbolic(a, sizeof a, "a");
    return a[0] > 0 & a[1] > 9 & a[2] > '9' & a[3] > '~' ? 1 : 0;
}
