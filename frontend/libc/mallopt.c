/* mallopt (glibc): tuning of the allocator, which has no effect on what a program observes. */
enum { MXFAST = 1, GREATEST_FAST = 160 };

int mallopt(int parameter, int value)
{
    if (parameter == MXFAST)
        return value >= 0 && value <= GREATEST_FAST;
    return 1;
}
