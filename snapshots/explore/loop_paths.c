// run: explore --canonical-inputs
// A loop over a symbolic bound has one path for each number of iterations.
#include <klee/klee.h>
int main(void) {
    int n = klee_range(0, 4, "n"), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}
