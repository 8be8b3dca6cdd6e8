/* Shared by the drivers: machine-independent random numbers, and checksums over many results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static unsigned long random_state = 88172645463325252UL;

static unsigned long any(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 2685821657736338717UL;
}

static unsigned below(unsigned n)
{
    return (unsigned)(any() >> 33) % n;
}

static unsigned long sum = 14695981039346656037UL;

static void add(unsigned long value)
{
    sum = (sum ^ value) * 1099511628211UL;
}

static void add_bytes(const void *from, unsigned long n)
{
    const unsigned char *bytes = from;
    for (unsigned long i = 0; i < n; i++)
        add(bytes[i]);
}

static void report(const char *what)
{
    printf("%s %016lx\n", what, sum);
    sum = 14695981039346656037UL;
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* Returns the offset of a pointer from a base, which is equal for gcc and symtool; -1 for null. */
static long offset(const void *at, const void *base)
{
    return at == NULL ? -1 : (const char *)at - (const char *)base;
}

/* Returns a text of at most `most` characters out of the first `letters` letters. */
static void random_text(char *to, unsigned most, unsigned letters)
{
    unsigned n = below(most + 1);
    for (unsigned i = 0; i < n; i++)
        to[i] = (char)('a' + below(letters));
    to[n] = 0;
}
