// `realloc(p, 0)` returned a block; glibc frees `p` and returns null. A program that relies on this had a violation.
// run: --plain
// exit: 0
// run: --cfmse
// exit: 0
// run: --cdse
// exit: 0
// run: --merge=dynamic
// exit: 0
// gcc: same
#include <assert.h>
#include <stdlib.h>

int main(void) {
    volatile unsigned char size = 3;
    char *block = malloc(4);
    block[0] = 7;
    block = realloc(block, size & 1);
    assert(block != NULL && block[0] == 7);
    block = realloc(block, 0);
    assert(block == NULL);
    block = realloc(NULL, 0);
    assert(block != NULL);
    free(block);
    return 0;
}
