// run: explore --merge=same-memory --verify
// The states differ in `count`, which is a register: all paths are joined.
#include <klee/klee.h>

int main(void) {
    unsigned char bits[4];
    int count = 0;
    klee_make_symbolic(bits, sizeof bits, "bits");
    for (int i = 0; i < 4; i++)
        if (bits[i] & 1)
            count++;
    return count;
}
