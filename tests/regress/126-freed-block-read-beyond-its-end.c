// With --cdse, an access to a freed block was not listed as such if the access is also beyond the end of the block.
// run: --plain --all-errors
// exit: 10
// has: use-after-free: read of 1 byte
// has: out-of-bounds: read of 1 byte at offset 0
// has: 4 violations in total
// run: --cdse --all-errors
// exit: 10
// has: use-after-free: read of 1 byte
// has: out-of-bounds: read of 1 byte at offset 0
// has: 4 violations in total
// run: --cfmse --cdse --all-errors
// exit: 10
// has: 4 violations in total
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char in = __VERIFIER_nondet_uchar(), which = __VERIFIER_nondet_uchar();
    char *none = malloc(0), *one = malloc(1);
    if (in == 3) {
        free(none);
        free(one);
    }
    if (which == 0) return none[0];
    return one[in & 1];
}
