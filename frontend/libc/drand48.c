/* drand48 and its relatives (POSIX): the generator x = a x + c modulo 2^48. */
static unsigned long state, factor = 0x5deece66dUL, addend = 0xb;
static unsigned short old[3];

static unsigned long joined(const unsigned short x[3])
{
    return x[0] | (unsigned long)x[1] << 16 | (unsigned long)x[2] << 32;
}

static void split(unsigned short to[3], unsigned long x)
{
    to[0] = (unsigned short)x;
    to[1] = (unsigned short)(x >> 16);
    to[2] = (unsigned short)(x >> 32);
}

static unsigned long step(unsigned long x)
{
    return (x * factor + addend) & ((1UL << 48) - 1);
}

static unsigned long step_of(unsigned short x[3])
{
    unsigned long next = step(joined(x));
    split(x, next);
    return next;
}

double drand48(void)
{
    state = step(state);
    return (double)state / 281474976710656.0;
}

double erand48(unsigned short x[3])
{
    return (double)step_of(x) / 281474976710656.0;
}

long lrand48(void)
{
    state = step(state);
    return (long)(state >> 17);
}

long nrand48(unsigned short x[3])
{
    return (long)(step_of(x) >> 17);
}

long mrand48(void)
{
    state = step(state);
    return (int)(state >> 16);
}

long jrand48(unsigned short x[3])
{
    return (int)(step_of(x) >> 16);
}

void srand48(long seed)
{
    state = (unsigned long)(unsigned)seed << 16 | 0x330e;
    factor = 0x5deece66dUL;
    addend = 0xb;
}

unsigned short *seed48(unsigned short x[3])
{
    split(old, state);
    state = joined(x);
    factor = 0x5deece66dUL;
    addend = 0xb;
    return old;
}

void lcong48(unsigned short parameters[7])
{
    state = joined(parameters);
    factor = joined(parameters + 3);
    addend = parameters[6];
}
