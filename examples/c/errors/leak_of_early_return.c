/*
 * A block is not freed if the function returns early. The option --check enables this check.
 *
 *   symtool examples/c/errors/leak_of_early_return.c --check leak
 *   VIOLATION leak: the first character is a comment sign
 */
#include <klee/klee.h>
#include <stdlib.h>

static int parse(char first)
{
    char *copy = malloc(2);
    if (copy == NULL)
        return 1;
    copy[0] = first;
    copy[1] = 0;
    if (copy[0] == '#')
        return 0;
    free(copy);
    return 0;
}

int main(void)
{
    char first;
    klee_make_symbolic(&first, sizeof first, "first");
    return parse(first);
}
