// run: compile-error
// The message for a missing closing parenthesis shows the opening one, in each function.
#include <stdio.h>

int main(void) {
    int x = 3;
    if (x > 2 {
        printf("large\n");
    }
    while (x > 0
        x--;
    return 0;
}

int other(int a) {
    return (a + 1;
}
