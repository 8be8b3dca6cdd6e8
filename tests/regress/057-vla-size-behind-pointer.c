// `sizeof(*e)` did not evaluate the array lengths in the type of e.
// gcc: same
#include <stdio.h>
int main(void) {
    int n = 3;
    int (*p)[n++] = 0;
    printf("%zu %d\n", sizeof(*p), n);
    return 0;
}
