// run: explore --canonical-inputs
// A read at a symbolic index within bounds does not fork, and the assertion holds for each element.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    static const unsigned char table[4] = {3, 1, 4, 1};
    int i = klee_range(0, 4, "i");
    assert(table[i] > 0 && table[i] < 5);
    return 0;
}
