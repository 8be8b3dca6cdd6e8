// A failure after a loop with any number of iterations must be found on the merged state.
// run: --merge=pattern
// exit: 10
// has: assert
#include <klee/klee.h>

int main(void) {
    char s[8];
    klee_make_symbolic(s, sizeof s, "s");
    int n = 0;
    while (n < 8 && s[n] == 'x') n++;
    klee_assert(n != 6);
    return 0;
}
