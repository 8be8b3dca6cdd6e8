// run: ssa, simplify, qce
// An indirect call counts as the callee with the most queries, here `many`.
#include <klee/klee.h>
static int few(int x) {
    return x > 1 ? 2 : 1;
}
static int many(int x) {
    if (x > 3)
        return 4;
    if (x > 2)
        return 3;
    return few(x);
}
static int (*const chosen[2])(int) = {few, many};
int main(void) {
    return chosen[klee_int("i") & 1](klee_int("x"));
}
