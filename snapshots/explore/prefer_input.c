// run: explore --canonical-inputs
// klee_prefer_cex selects an input with the preferred property where the path condition allows it.
#include <klee/klee.h>
int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, 1, "x");
    klee_prefer_cex(&x, x == 'q');
    if (x > 'r')
        return 1;
    return 0;
}
