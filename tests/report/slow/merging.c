/* Conditional expressions explode after merging. Run with --merge=static. */
#include "klee/klee.h"
int main(void) {
    int a[6];
    klee_make_symbolic(a, sizeof a, "a");
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j + 1 < 6 - i; j++) {
            if (a[j] > a[j + 1]) { /* guilty */
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
        }
    }
    for (int i = 0; i + 1 < 6; i++) {
        klee_assert(a[i] <= a[i + 1]);
    }
    return 0;
}
