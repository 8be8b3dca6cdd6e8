// Escapes advance one or two characters per iteration; paths with different numbers of iterations were never joined.
// run: --merge=pattern
// exit: 0
#include <klee/klee.h>

int main(void) {
    char s[9];
    klee_make_symbolic(s, sizeof s, "s");
    s[8] = 0;
    int n = 0, i = 0;
    while (s[i]) {
        if (s[i] == '\\' && s[i + 1]) i++;
        i++;
        n++;
    }
    klee_assert(n <= 8);
    return 0;
}
