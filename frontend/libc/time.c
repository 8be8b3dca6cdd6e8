/* time (C11 7.27.2.4), clock (7.27.2.1): any moment. */
void klee_make_symbolic(void *object, unsigned long size, const char *name);

long time(long *to)
{
    long now;
    klee_make_symbolic(&now, sizeof now, "time");
    if (to != 0)
        *to = now;
    return now;
}

long clock(void)
{
    long ticks;
    klee_make_symbolic(&ticks, sizeof ticks, "clock");
    return ticks;
}
