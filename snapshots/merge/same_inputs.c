// run: explore --verify --merge=static
// States that created inputs of the same names are joined.
#include <klee/klee.h>
int main(void) {
    int n;
    if (klee_int("x") > 0)
        n = klee_int("y");
    else
        n = klee_int("y") / 2;
    return n;
}
