// run: explore --merge=same-memory --verify
#include <klee/klee.h>

int main(void) {
    unsigned char bits[3];
    int cells[3] = {0, 0, 0};
    klee_make_symbolic(bits, sizeof bits, "bits");
    for (int i = 0; i < 3; i++)
        if (bits[i] & 1)
            cells[i] = 1;
    return cells[0] + cells[1] + cells[2];
}
