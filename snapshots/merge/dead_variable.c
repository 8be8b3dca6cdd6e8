// run: explore --verify --merge=static
// run: explore --verify --merge=static --qce-alpha 0
// A variable that is dead at the merge point does not keep two states apart, although earlier queries depended on it.
#include <klee/klee.h>
static const char table[4] = {1, 2, 3, 4};
static int pick(int n) { return table[n]; }
int main(void) {
    int x = klee_int("x"), sum = 0;
    if (x > 0) {
        int n = 1;
        sum += pick(n);
    } else {
        int n = 2;
        sum += pick(n);
    }
    klee_silent_exit(sum);
}
