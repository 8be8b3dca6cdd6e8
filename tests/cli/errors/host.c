/*
 * Defines the symtool functions that a program of examples/c/errors/ calls, so that gcc can compile and run the program. Inputs
 * get their values from a test case; the environment variable TEST_CASE names its .ktest file.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 16, INPUTS = 100 };

static unsigned char file[LARGEST];
static size_t size, at;
/* The names of the inputs that the program has created so far. */
static const char *asked[INPUTS];
static int inputs;

_Noreturn static void refuse(const char *what, const char *name)
{
    fprintf(stderr, "host: %s `%s`\n", what, name);
    _Exit(99);
}

static uint32_t number(void)
{
    if (size - at < 4)
        refuse("the test case ends early at", "a number");
    uint32_t value = 0;
    for (int i = 0; i < 4; i++)
        value = value << 8 | file[at++];
    return value;
}

static const unsigned char *bytes(uint32_t length)
{
    if (size - at < length)
        refuse("the test case ends early at", "some bytes");
    const unsigned char *start = file + at;
    at += length;
    return start;
}

/* Reads the test case up to its first object (input); returns the number of objects. */
static uint32_t open_case(void)
{
    const char *name = getenv("TEST_CASE");
    FILE *stream = name == NULL ? NULL : fopen(name, "rb");
    if (stream == NULL)
        refuse("there is no test case", name == NULL ? "TEST_CASE" : name);
    size = fread(file, 1, sizeof file, stream);
    fclose(stream);
    at = 0;
    if (size < 5 || memcmp(bytes(5), "KTEST", 5) != 0)
        refuse("this is no test case:", name);
    number(); /* the version */
    for (uint32_t words = number(); words > 0; words--)
        bytes(number());
    bytes(8);
    return number();
}

/* The k-th input NAME of the program is NAME in the test case for k = 0, else NAME_k; a missing input is zero. */
void klee_make_symbolic(void *object, size_t length, const char *name)
{
    char unique[100];
    int before = 0;
    for (int i = 0; i < inputs; i++)
        before += strcmp(asked[i], name) == 0;
    if (inputs == INPUTS)
        refuse("there are too many inputs at", name);
    asked[inputs++] = name;
    snprintf(unique, sizeof unique, before == 0 ? "%s" : "%s_%d", name, before);
    memset(object, 0, length);
    for (uint32_t left = open_case(); left > 0; left--) {
        uint32_t name_length = number();
        const unsigned char *known = bytes(name_length);
        uint32_t count = number();
        const unsigned char *value = bytes(count);
        if (name_length == strlen(unique) && memcmp(known, unique, name_length) == 0) {
            if (count != length)
                refuse("the test case has another size for", unique);
            memcpy(object, value, length);
        }
    }
}

void klee_assume(uintptr_t condition)
{
    if (!condition)
        refuse("an assumption does not hold in", getenv("TEST_CASE"));
}

_Noreturn void __symtool_assert_fail(const char *expression, const char *in, unsigned line, const char *function)
{
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", in, line, function, expression);
    abort();
}

_Noreturn void reach_error(void)
{
    fprintf(stderr, "an error location was reached\n");
    abort();
}

#define NONDET(name, type)                                                                         \
    type __VERIFIER_nondet_##name(void)                                                            \
    {                                                                                              \
        type value;                                                                                \
        klee_make_symbolic(&value, sizeof value, "nondet_" #name);                                 \
        return value;                                                                              \
    }

NONDET(char, char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
