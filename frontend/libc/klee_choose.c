/* klee_choose (KLEE): any number below n. */
void klee_assume(unsigned long condition);
void klee_make_symbolic(void *object, unsigned long size, const char *name);

unsigned long klee_choose(unsigned long n)
{
    unsigned long value;
    klee_make_symbolic(&value, sizeof value, "klee_choose");
    klee_assume(value < n);
    return value;
}
