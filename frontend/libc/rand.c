/* rand, srand (C11 7.22.2), random, srandom (POSIX): x[i] = x[i - 3] + x[i - 31], seeded by a linear congruential
   generator; the same sequence as glibc's. */
static unsigned state[31];
static int next;
static int seeded;

static unsigned step(void)
{
    state[next] += state[(next + 28) % 31];
    unsigned result = state[next];
    next = (next + 1) % 31;
    return result;
}

/* Returns 16807 * x modulo 2147483647, which is 2^31 - 1: 2^31 is congruent to 1, so the upper bits are added to the
   lower 31 bits. There is no division and no branch, because the seed may be symbolic. */
static long successor(long x)
{
    const long modulus = 2147483647;
    x *= 16807;
    x = (x & modulus) + (x >> 31);
    x += modulus & x >> 63;
    x -= modulus & (modulus - 1 - x) >> 63;
    return x;
}

void srand(unsigned seed)
{
    long x = (int)(seed == 0 ? 1 : seed);
    state[0] = (unsigned)x;
    for (int i = 1; i < 31; i++) {
        x = successor(x);
        state[i] = (unsigned)x;
    }
    next = 3;
    seeded = 1;
    for (int i = 0; i < 310; i++)
        step();
}

int rand(void)
{
    if (!seeded)
        srand(1);
    return (int)(step() >> 1);
}

void srandom(unsigned seed)
{
    srand(seed);
}

long random(void)
{
    return rand();
}
