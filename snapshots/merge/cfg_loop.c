// run: explore --verify --merge=cfg
// run: explore --verify
// With the policy `cfg`, the paths of a loop that forks are joined at its exit.
#include <klee/klee.h>
int main(void) {
    char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    int n = 0;
    while (n < 4 && s[n])
        n++;
    return n;
}
