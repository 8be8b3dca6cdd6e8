// `memcpy` between overlapping ranges was accepted.
// run:
// exit: 10
// has: overlap
#include <string.h>
char a[8];
int main(void) {
    memcpy(a + 1, a, 4);
    return 0;
}
