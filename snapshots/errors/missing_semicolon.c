// run: compile-error
// A missing semicolon is reported at the end of the line before, not at the next statement.
#include <stdio.h>

int main(void) {
    int count = 3
    printf("%d\n", count);
    return 0;
}
