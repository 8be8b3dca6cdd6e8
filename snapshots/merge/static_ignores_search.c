// run: explore --verify --merge=static --search dfs
// run: explore --verify --merge=static --search bfs
// run: explore --verify --merge=static --search random-path --seed 1
// Static merging runs the states in topological order, whatever --search selects.
#include <klee/klee.h>
static void work(void) {}
int main(void) {
    int n = 0;
    for (int i = 0; i < 4; i++)
        if (klee_int("bit") > 0) {
            work();
            n += i;
        }
    return n;
}
