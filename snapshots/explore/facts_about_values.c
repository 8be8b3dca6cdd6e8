// run: explore --canonical-inputs
// klee_is_symbolic tells whether a value depends on the input; after a path has fixed the value, klee_get_value_i32 is this value.
#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int x = klee_range(0, 4, "x");
    assert(klee_is_symbolic(x));
    assert(!klee_is_symbolic(3));
    if (x == 2)
        assert(klee_get_value_i32(x) == 2);
    return 0;
}
