// run: explore --merge=static --canonical-inputs
// Different outputs of joined states are a `?` in the output of the path.
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
    printf("a");
    if (klee_range(0, 2, "x"))
        printf("b");
    else
        printf("c");
    printf("d");
    return 0;
}
