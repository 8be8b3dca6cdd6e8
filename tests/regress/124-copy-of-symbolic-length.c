// A copy or fill with a symbolic length lost all lengths but 32, and so the lengths that are out of bounds.
// run: -DROOM=160
// exit: 0
// run: -DROOM=150
// exit: 10
// has: which has 150 bytes
// run: --plain -DROOM=160
// exit: 0
// run: --plain -DROOM=150
// exit: 10
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char from[160], to[ROOM];
    unsigned length;
    klee_make_symbolic(from, sizeof from, "from");
    klee_make_symbolic(&length, sizeof length, "length");
    klee_assume(length <= sizeof from);
    memset(to, 0, sizeof to);
    memcpy(to, from, length);
    for (unsigned i = 0; i < sizeof to; i += 40)
        assert(to[i] == (i < length ? from[i] : 0));
    return 0;
}
