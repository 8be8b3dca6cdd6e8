// `realloc` made the verdict of `--cdse` incomplete.
// run: --cdse
// exit: 0
#include <klee/klee.h>

#include <stdlib.h>
int main(void) {
    unsigned char c;
    klee_make_symbolic(&c, sizeof c, "c");
    char *p = malloc(4);
    p[3] = c;
    p = realloc(p, 8);
    klee_assert(p[3] == (char)c);
    free(p);
    return 0;
}
