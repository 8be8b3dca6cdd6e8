// run: explore --verify --merge=history --search bfs --merge-delta 3
// run: explore --verify --merge=history --search bfs --merge-delta 2
// A state with the hash of a recent predecessor of another state is fast-forwarded and joined with it; a history of two predecessors does not contain that hash.
#include <klee/klee.h>
static void left(void) {}
static void right(void) {}
int main(void) {
    unsigned n = (unsigned)klee_int("n") & 15;
    int sum = 0;
    while (n) {
        if (n & 1) {
            left();
            sum++;
        } else {
            right();
            sum--;
        }
        n >>= 1;
    }
    return sum;
}
