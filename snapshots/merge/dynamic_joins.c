// run: explore --verify --merge=dynamic --search dfs
// run: explore --verify --merge=dynamic --search bfs
// run: explore --verify --merge=dynamic
// With depth-first search, dynamic merging fast-forwards the states behind the selected state; with breadth-first search, they meet by themselves; without a search, it is static merging.
#include <klee/klee.h>
static void left(void) {}
static void right(void) {}
int main(void) {
    int n = 0;
    for (int i = 0; i < 3; i++)
        if (klee_int("bit") > 0) {
            left();
            n += i;
        } else {
            right();
            n -= i;
        }
    return n;
}
