// run: compile-error
#include <stdio.h>

int main(void) {
    int x = 1;
    if (x > 0);
        printf("positive\n");
    else
        printf("other\n");
    return 0;
}
