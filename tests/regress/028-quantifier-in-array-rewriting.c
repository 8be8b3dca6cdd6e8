// The array rewriting treated a quantified condition as a condition on one index.
// run: --merge=pattern
// exit: 0
#include <klee/klee.h>

int main(void) {
    char s[6];
    klee_make_symbolic(s, sizeof s, "s");
    int n = 0;
    while (n < 5 && s[n] == ' ') n++;
    klee_assert(n == 5 || s[n] != ' ');
    return 0;
}
