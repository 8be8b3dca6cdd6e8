/*
 * A shift by at least the width of the type. The option --check enables this check.
 *
 *   symtool examples/c/errors/shift_amount.c --check shift
 *   VIOLATION shift: bits is 32; the program has rejected greater values
 */
#include <klee/klee.h>

static unsigned low_bits(unsigned value, unsigned bits)
{
    if (bits > 32)
        return 0;
    return value & ((1u << bits) - 1);
}

int main(void)
{
    unsigned bits;
    klee_make_symbolic(&bits, sizeof bits, "bits");
    return low_bits(0x1234, bits) == 4;
}
