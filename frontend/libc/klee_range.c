/* klee_range (KLEE): any int from begin to end - 1. */
void klee_assume(unsigned long condition);
void klee_make_symbolic(void *object, unsigned long size, const char *name);
void klee_report_error(const char *file, int line, const char *message, const char *suffix);

int klee_range(int begin, int end, const char *name)
{
    int value;
    if (begin >= end)
        klee_report_error("klee_range", 0, "klee_range: the range is empty", "user");
    klee_make_symbolic(&value, sizeof value, name);
    klee_assume((begin <= value) & (value < end));
    return value;
}
