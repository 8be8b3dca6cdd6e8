// run: explore --merge=same-memory --verify
#include <klee/klee.h>

int main(void) {
    unsigned char bits[3];
    int a = 0, b = 0, c = 0;
    klee_make_symbolic(bits, sizeof bits, "bits");
    for (int i = 0; i < 3; i++)
        if (bits[i] & 1) {
            a++;
            b += 2;
            c += i;
        }
    return a + b + c;
}
