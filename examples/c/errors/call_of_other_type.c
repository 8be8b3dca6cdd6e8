/*
 * A call through a pointer whose type differs from the type of the function.
 *
 *   symtool examples/c/errors/call_of_other_type.c
 *   VIOLATION bad-call: the function has two parameters, but the call passes one argument
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
