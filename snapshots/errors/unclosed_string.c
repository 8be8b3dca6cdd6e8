// run: compile-error
#include <stdio.h>

int main(void) {
    printf("hello\n);
    char c = 'a;
    return 0;
}
