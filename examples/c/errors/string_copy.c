/*
 * strcpy into a buffer that is too small.
 *
 *   symtool examples/c/errors/string_copy.c
 *   VIOLATION out-of-bounds: the argument has three characters or more
 */
#include <klee/klee.h>
#include <string.h>

int main(void)
{
    char argument[5], word[3];
    klee_make_symbolic(argument, sizeof argument, "argument");
    argument[4] = 0;
    strcpy(word, argument);
    return word[0] == 'x';
}
