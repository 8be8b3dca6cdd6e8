/*
 * A left shift of a negative number. The option --check enables this check.
 *
 *   symtool examples/c/errors/shift_of_negative.c --check shift
 *   VIOLATION shift: the number is negative
 */
#include <klee/klee.h>

int main(void)
{
    signed char number;
    klee_make_symbolic(&number, sizeof number, "number");
    int fixed_point = number << 8;
    return fixed_point > 0x100;
}
