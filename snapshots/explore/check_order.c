// run: explore --canonical-inputs
// Two failures of one expression are reported in the order of evaluation; an input that fails at the first does not reach the second.
#include <klee/klee.h>
int main(void) {
    int table[2] = {4, 8};
    int i = klee_range(0, 3, "i");
    return table[i] / i;
}
