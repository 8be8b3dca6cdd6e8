// run: explore --canonical-inputs
// The output of a path is part of its test; a printed value that depends on the input is a `?`.
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
    int x = klee_range(5, 7, "x");
    if (x == 6)
        printf("six\n");
    else
        printf("%d %d\n", x, 3);
    return 0;
}
