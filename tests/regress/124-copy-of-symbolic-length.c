// A copy or fill with a symbolic length forked for at most 32 lengths, and the others, which may be out of bounds, were
// dropped.
// run: -DROOM=160
// exit: 0
// run: -DROOM=150
// exit: 10
// has: 160 bytes
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
