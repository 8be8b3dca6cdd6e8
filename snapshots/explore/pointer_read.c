// run: explore --canonical-inputs
// A read through a pointer that may point to two objects does not fork: it reads both.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int a = 1, b = 2;
    int *p[2] = {&a, &b};
    int i = klee_range(0, 2, "i");
    assert(*p[i] == i + 1);
    return 0;
}
