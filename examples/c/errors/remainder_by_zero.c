/*
 * A remainder by zero, which fails like a division: a hash table without buckets.
 *
 *   symtool examples/c/errors/remainder_by_zero.c
 *   VIOLATION div: the number of buckets wraps around to 0
 */
unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char wanted = __VERIFIER_nondet_uchar();
    unsigned char buckets = wanted + 1; /* the mistake: 255 + 1 is 0 in eight bits */
    return 1000003u % buckets == 0;
}
