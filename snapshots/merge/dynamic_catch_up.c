// run: explore --verify --merge=dynamic --search covnew
// A coverage-guided search that finds no new code for some steps lets the states behind catch up, so that they are joined.
#include <klee/klee.h>
static void left(void) {}
static void right(void) {}
int main(void) {
    unsigned bits = klee_int("bits");
    int n = 0;
    for (int i = 0; i < 6; i++)
        if (bits >> i & 1) {
            left();
            n += i;
        } else {
            right();
            n -= i;
        }
    return n;
}
