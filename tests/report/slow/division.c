/* A division that is executed often. */
#include "klee/klee.h"
int main(void) {
    unsigned in[2];
    klee_make_symbolic(in, sizeof in, "in");
    unsigned value = 4000000000u;
    for (int i = 0; i < 2; i++) {
        value = value / ((in[i] & 255) + 1) + i; /* guilty */
    }
    if (value == 1234567) {
        return 1;
    }
    return 0;
}
