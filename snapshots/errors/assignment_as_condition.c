// run: compile-error
// An assignment as a condition and a comparison as a statement are valid C: only the undeclared name is an error.
#include <stdio.h>

int main(void) {
    int x = 1;
    if (x = 2)
        printf("two\n");
    x == 3;
    if (x =! 3)
        printf("not\n");
    return y;
}
