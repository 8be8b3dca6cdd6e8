// run: explore --verify --merge=history --search bfs --merge-delta 3
// A fast-forwarded state stops at the first merge point at which its hash occurs in no history of another state.
#include <klee/klee.h>
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3 && klee_int("l") > i; i++)
        for (int k = 0; k < 3 && klee_int("l") > k; k++)
            sum--;
    return sum;
}
