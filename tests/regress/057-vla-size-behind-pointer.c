// Lengths of variable arrays behind `sizeof(*e)` were not evaluated.
// gcc: same
#include <stdio.h>
int main(void) {
    int n = 3;
    int (*p)[n++] = 0;
    printf("%zu %d\n", sizeof(*p), n);
    return 0;
}
