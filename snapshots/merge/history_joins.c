// run: explore --verify --merge=history --search dfs
// run: explore --verify --merge=history --search bfs
// Merging by histories joins two states that the search brings to one program point: none in depth-first order, because the two sides of a branch share no program point before the merge point.
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
