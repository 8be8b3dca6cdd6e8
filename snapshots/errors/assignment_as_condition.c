// run: compile-error
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
