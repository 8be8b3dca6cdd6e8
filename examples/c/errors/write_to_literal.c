/*
 * A write to a string literal.
 *
 *   symtool examples/c/errors/write_to_literal.c
 *   VIOLATION read-only: the program has no name of its own, and it changes the first letter of the default name
 */
#include <klee/klee.h>

int main(void)
{
    char given[4];
    klee_make_symbolic(given, sizeof given, "given");
    given[3] = 0;
    char *name = given[0] ? given : "default";
    name[0] = 'D';
    return 0;
}
