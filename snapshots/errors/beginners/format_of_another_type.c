// run: check
// A format of printf for another type.
#include <stdio.h>
int main(void) {
    printf("%d\n", 1.5);
    return 0;
}
