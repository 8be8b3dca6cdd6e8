// run: explore --verify --merge=static
// run: explore --verify --merge=manual
// A branch with sides that meet at once does not fork with static merging, because the value becomes an `ite`; manual merging forks.
#include <klee/klee.h>
int main(void) {
    int x = klee_int("x");
    if (x > 100)
        x = 100;
    return x;
}
