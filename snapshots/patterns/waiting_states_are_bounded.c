// run: explore --merge=pattern --max-region-nodes 4
// At most 64 states wait at the exit of a region that is given up: the 128 paths of the function become two states.
#include <klee/klee.h>

unsigned char bits[7];

static int pattern(void) {
    int n = 0;
    if (bits[0] & 1)
        n += 1;
    if (bits[1] & 1)
        n += 2;
    if (bits[2] & 1)
        n += 4;
    if (bits[3] & 1)
        n += 8;
    if (bits[4] & 1)
        n += 16;
    if (bits[5] & 1)
        n += 32;
    if (bits[6] & 1)
        n += 64;
    return n;
}

int main(void) {
    klee_make_symbolic(bits, sizeof bits, "bits");
    return pattern();
}
