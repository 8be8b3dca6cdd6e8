// A leak was reported without a source location.
// run: --check leak
// exit: 10
// has: leak
// has: :8:14
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    *p = 1;
    p = 0;
    return 0;
}
