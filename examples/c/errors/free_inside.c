/*
 * free of an address inside a block: a pointer is advanced and then freed.
 *
 *   symtool examples/c/errors/free_inside.c
 *   VIOLATION invalid-free: the text begins with a blank
 */
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
    char input[2];
    klee_make_symbolic(input, sizeof input, "input");
    char *text = malloc(3);
    if (text == NULL)
        return 1;
    text[0] = input[0];
    text[1] = input[1];
    text[2] = 0;
    while (*text == ' ')
        text++;
    free(text);
    return 0;
}
