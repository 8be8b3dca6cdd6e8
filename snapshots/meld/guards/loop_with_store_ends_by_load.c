// run: ssa, simplify, melds
// A side with a store cannot run under a guard if the end of its loop depends on a loaded value, because addresses are not compared.
#include <klee/klee.h>
int last = 2;
int total;
int main(void) {
    int x = klee_int("x");
    if (x > 0)
        for (int i = 0; i < last; i++)
            total += x;
    return total;
}
