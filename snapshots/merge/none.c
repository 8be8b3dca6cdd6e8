// run: explore --verify
// Without merging, three independent branches give eight paths.
#include <klee/klee.h>
int main(void) {
    int n = 0;
    for (int i = 0; i < 3; i++)
        if (klee_int("bit") > 0)
            n += i;
    return n;
}
