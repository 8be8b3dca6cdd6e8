// run: explore --search covnew --seed 1 --canonical-inputs
// run: explore --search covnew --seed 2 --canonical-inputs
// Coverage first: a random state, with a higher probability after new code; the seed determines the order.
#include <klee/klee.h>
int main(void) {
    int x = klee_range(0, 8, "x");
    int n = 0;
    for (int i = 0; i < 3; i++)
        if (x >> i & 1)
            n += 1 << i;
    return n;
}
