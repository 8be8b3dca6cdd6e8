/* getrandom, getentropy (Linux), arc4random and its relatives (BSD): the bytes are symbolic, or come from the seed of --random. */
extern int errno;
extern long __symtool_random;
void klee_make_symbolic(void *object, unsigned long size, const char *name);
void klee_assume(unsigned long condition);

/* The generator SplitMix64. */
static unsigned long next(void)
{
    static unsigned long count;
    unsigned long x = (unsigned long)__symtool_random + ++count * 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/* Stores the next random bytes. Its name is reserved, so a program cannot define it. */
void __symtool_fill_random(void *to, unsigned long size)
{
    unsigned char *bytes = to;
    if (__symtool_random < 0) {
        if (size > 0)
            klee_make_symbolic(to, size, "random");
        return;
    }
    for (unsigned long i = 0; i < size; i++)
        bytes[i] = (unsigned char)next();
}

long getrandom(void *to, unsigned long size, unsigned flags)
{
    if (flags & ~7u) {
        errno = 22; /* EINVAL */
        return -1;
    }
    __symtool_fill_random(to, size);
    return (long)size;
}

int getentropy(void *to, unsigned long size)
{
    if (size > 256) {
        errno = 5; /* EIO */
        return -1;
    }
    __symtool_fill_random(to, size);
    return 0;
}

void arc4random_buf(void *to, unsigned long size)
{
    __symtool_fill_random(to, size);
}

unsigned arc4random(void)
{
    unsigned number;
    __symtool_fill_random(&number, sizeof number);
    return number;
}

unsigned arc4random_uniform(unsigned bound)
{
    unsigned number = arc4random();
    if (bound < 2)
        return 0;
    if (__symtool_random >= 0)
        return number % bound;
    klee_assume(number < bound);
    return number;
}
