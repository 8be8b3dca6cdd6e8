/*
 * A read outside a local array: the table has one entry fewer than there are grades.
 *
 *   symtool examples/c/errors/stack_read.c
 *   VIOLATION out-of-bounds: the grade is 5
 */
unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char grade = __VERIFIER_nondet_uchar();
    const signed char points[5] = {9, 7, 5, 3, 1};
    if (grade > 5)
        return 1;
    return points[grade];
}
