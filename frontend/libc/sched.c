/* sched_getaffinity (Linux): the program runs on one processor. The function behind CPU_COUNT. */
extern int errno;
void *memset(void *to, int byte, unsigned long size);

int sched_getaffinity(int process, unsigned long size, unsigned long *set)
{
    (void)process;
    if (size < 8) {
        errno = 22; /* EINVAL */
        return -1;
    }
    memset(set, 0, size);
    set[0] = 1;
    return 0;
}

int __sched_cpucount(unsigned long size, const unsigned long *set)
{
    int count = 0;
    for (unsigned long i = 0; i < size / 8; i++)
        count += __builtin_popcountl(set[i]);
    return count;
}
