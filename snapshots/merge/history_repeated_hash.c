// run: explore --verify --merge=history --search bfs --merge-delta 2
// A hash that is equal to the one before it is not stored again, so that it removes no older hash from the history.
#include <klee/klee.h>
int main(void) {
    unsigned n = (unsigned)klee_int("n") & 7;
    for (unsigned i = 0; i < (n & 3); i++) {
        if (klee_int("b") > 0) {
        } else {
            for (unsigned j = 0; j < (n & 3); j++) {
            }
        }
        for (unsigned j = 0; j < (n & 3); j++) {
        }
        if (n & 1) {
        } else {
        }
    }
    for (unsigned j = 0; j < (n & 3); j++) {
    }
    return 0;
}
