// run: merges --merge=pattern
// Paths that a pattern merges count as merged pairs at the exit of the loop.
#include <klee/klee.h>
int main(void) {
    char text[6];
    klee_make_symbolic(text, sizeof text, "text");
    int n = 0;
    while (n < 5 && text[n] == 'a')
        n++;
    return n;
}
