// run: explore --verify --merge=static
// The cases of a switch are joined behind it, those with the same constant in a hot variable among each other.
#include <klee/klee.h>
static const char table[4] = {1, 2, 3, 4};
int main(void) {
    int n, other;
    switch (klee_int("x")) {
    case 1: n = 1; other = 1; break;
    case 2: n = 1; other = 2; break;
    case 3: n = 2; other = 3; break;
    default: n = 2; other = 4; break;
    }
    klee_silent_exit(table[n] + other);
}
