// run: explore --canonical-inputs
// A write at a symbolic index changes exactly the element of this index.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    unsigned char a[4] = {0, 0, 0, 0};
    int i = klee_range(0, 4, "i");
    a[i] = 1;
    assert(a[0] + a[1] + a[2] + a[3] == 1);
    assert(a[i] == 1);
    return a[2];
}
