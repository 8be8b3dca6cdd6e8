/*
 * A local variable is used after its function has returned.
 *
 *   symtool examples/c/errors/use_after_return.c
 *   VIOLATION use-after-return: the configuration has no name, so a pointer to a local name is stored
 */
#include <klee/klee.h>

static const char *name = "default";

static void configure(char first)
{
    char own[2] = {first, 0};
    if (first != 0)
        name = own; /* the mistake: own ends here */
}

int main(void)
{
    char first;
    klee_make_symbolic(&first, sizeof first, "first");
    configure(first);
    return name[0] == 'd';
}
