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

void srand(unsigned seed)
{
    long x = (int)(seed == 0 ? 1 : seed);
    state[0] = (unsigned)x;
    for (int i = 1; i < 31; i++) {
        x = 16807 * x % 2147483647;
        if (x < 0)
            x += 2147483647;
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
