// run: compile-error
// A string or character literal must end on its line.
#include <stdio.h>

int main(void) {
    printf("hello\n);
    char c = 'a;
    return 0;
}
