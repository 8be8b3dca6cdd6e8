/* A symbolic index into a large table. */
#include "klee/klee.h"
static unsigned short table[1024];
int main(void) {
    unsigned char in[4];
    klee_make_symbolic(in, sizeof in, "in");
    for (unsigned i = 0; i < 1024; i++) {
        table[i] = (i * 40503u) >> 3;
    }
    unsigned state = 0;
    for (int i = 0; i < 4; i++) {
        state = table[(state + in[i]) & 1023]; /* guilty */
    }
    if (state == 4242) {
        return 1;
    }
    return 0;
}
