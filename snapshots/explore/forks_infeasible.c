// run: explore --verify
// A branch whose other side contradicts the path condition does not fork.
#include <klee/klee.h>
int main(void) {
    unsigned char x = klee_int("x");
    if (x > 10) {
        if (x > 5)
            return 1;
        return 2;
    }
    return 0;
}
