// run: explore --cdse
// The size of a block has one value for each number of iterations: 1, 31, 61 or 91. The last assertion fails for 61.
#include <klee/klee.h>
#include <string.h>

char buffer[100];

int main(void) {
    int kind;
    klee_make_symbolic(&kind, sizeof kind, "kind");
    int i = 0;
    while (i < 3 && kind != i)
        i++;
    memset(buffer, 7, 1 + i * 30);
    klee_assert(buffer[30] == (i > 0 ? 7 : 0));
    klee_assert(buffer[61] == 0 && buffer[60] != 7 || i == 3);
    return 0;
}
