/* A symbolic size: each size is a state of its own. */
#include "klee/klee.h"
#include <stdlib.h>
int main(void) {
    unsigned char n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n >= 1 && n <= 24);
    char *buffer = malloc(n); /* guilty */
    if (!buffer) {
        return 1;
    }
    int sum = 0;
    buffer[0] = 7;
    for (int i = 0; i < 50; i++) {
        sum += buffer[0] + i;
    }
    free(buffer);
    return sum & 1;
}
