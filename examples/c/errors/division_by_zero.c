/*
 * Division by zero: the mean of the positive numbers in an array without positive numbers.
 *
 *   symtool examples/c/errors/division_by_zero.c
 *   VIOLATION div: no element is positive
 */
#include <klee/klee.h>

static int mean(const signed char *data, int size)
{
    int sum = 0, count = 0;
    for (int i = 0; i < size; i++)
        if (data[i] > 0) {
            sum += data[i];
            count++;
        }
    return sum / count;
}

int main(void)
{
    signed char data[2];
    klee_make_symbolic(data, sizeof data, "data");
    return mean(data, 2) > 100;
}
