// run: merges --merge=static --qce-alpha inf
// The word merges names the property in which two states differ: a heap block, an input.
#include <klee/klee.h>
#include <stdlib.h>
static int f(int c) {
    char *p = 0;
    if (c)
        p = malloc(4);
    return p != 0;
}
static int g(int c) {
    int y = 0;
    if (c)
        y = klee_int("y");
    return y;
}
int main(void) {
    int x = klee_int("x");
    if (x > 0)
        return f(x > 1);
    return g(x < -1);
}
