/*
 * A read past the end of a global array: months are counted from 1, indexes of the table from 0.
 *
 *   symtool examples/c/errors/global_read.c
 *   VIOLATION out-of-bounds: the month is 12
 */
#include <klee/klee.h>

static int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(void)
{
    int month;
    klee_make_symbolic(&month, sizeof month, "month");
    if (month < 1 || month > 12)
        return 1;
    return days[month];
}
