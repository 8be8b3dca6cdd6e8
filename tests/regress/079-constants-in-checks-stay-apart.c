// States with different constants that only assertions use were joined, so the assertions took minutes.
// run: --merge=static --max-time 20s
// has: VERIFIED
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned char x[8];
    klee_make_symbolic(x, sizeof x, "x");
    unsigned i = 1;
    for (int j = 0; j < 8; j++) {
        if (x[j] == 'n')
            i = i * 3 + 1;
        else
            i = i * 5 + 2;
    }
    unsigned s = i;
    for (int k = 1; k < 6; k++) {
        s = s * (i + k) % 65521u;
        klee_assert((s * s + k) % 65521u != 17u * 65521u);
    }
    for (int k = 1; k < 4; k++)
        klee_assert((s * i + k) * (i | 1) != 12345677u * k);
    return 0;
}
