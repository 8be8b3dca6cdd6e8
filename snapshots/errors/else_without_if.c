// run: compile-error
// A semicolon after the condition separates the `else` from its `if`; the help says so.
#include <stdio.h>

int main(void) {
    int x = 1;
    if (x > 0);
        printf("positive\n");
    else
        printf("other\n");
    return 0;
}
