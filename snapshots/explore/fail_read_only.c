// run: explore --verify
// A write to a string literal is a failure.
#include <klee/klee.h>
int main(void) {
    char *s = "abc";
    s[klee_range(0, 2, "i")] = 'x';
    return 0;
}
