/*
 * A call through a null pointer: a table of functions has an empty entry.
 *
 *   symtool examples/c/errors/call_of_null.c
 *   VIOLATION bad-call: the operation is 2
 */
#include <klee/klee.h>
#include <stddef.h>

static int one(void)
{
    return 1;
}

static int two(void)
{
    return 2;
}

static int (*const operations[4])(void) = {one, two, NULL, two};

int main(void)
{
    unsigned char operation;
    klee_make_symbolic(&operation, sizeof operation, "operation");
    if (operation > 3)
        return 0;
    return operations[operation]();
}
