/*
 * A call through a pointer to a function of another type.
 *
 *   symtool examples/c/errors/call_of_other_type.c
 *   VIOLATION bad-call: the function takes two arguments and is given one
 */
#include <klee/klee.h>

static int negate(int a)
{
    return a < 0 ? 1 : 2;
}

static int larger(int a, int b)
{
    return a > b;
}

int main(void)
{
    unsigned char binary;
    klee_make_symbolic(&binary, sizeof binary, "binary");
    int (*function)(int) = binary ? (int (*)(int))larger : negate;
    return function(3);
}
