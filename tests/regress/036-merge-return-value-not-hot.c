// Query count estimation ignored the uses of a returned value, so merging made an index symbolic.
// run: --merge=static
// exit: 0
#include <klee/klee.h>

static int scan(const char *s) {
    int n = 0;
    while (n < 4 && s[n] == 'a') n++;
    return n;
}
int main(void) {
    char s[5];
    klee_make_symbolic(s, sizeof s, "s");
    int n = scan(s);
    klee_assert(n == 4 || s[n] != 'a');
    return 0;
}
