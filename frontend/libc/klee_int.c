/* klee_int (KLEE): any int. */
void klee_make_symbolic(void *object, unsigned long size, const char *name);

int klee_int(const char *name)
{
    int value;
    klee_make_symbolic(&value, sizeof value, name);
    return value;
}
