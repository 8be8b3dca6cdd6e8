// run: ssa, simplify, melds
// run: ssa, simplify, cfmse, check-equivalent
#include <klee/klee.h>

int main(void) {
    unsigned long word, mask;
    int key;
    klee_make_symbolic(&word, sizeof word, "word");
    klee_make_symbolic(&mask, sizeof mask, "mask");
    klee_make_symbolic(&key, sizeof key, "key");
    if (key == 5)
        word |= mask;
    else
        word ^= mask;
    return word == 9;
}
