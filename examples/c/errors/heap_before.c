/*
 * A write before a heap block: trailing blanks are removed from a text that consists of blanks only.
 *
 *   symtool examples/c/errors/heap_before.c
 *   VIOLATION out-of-bounds: both characters are blanks
 */
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
    char input[2];
    klee_make_symbolic(input, sizeof input, "input");
    char *text = malloc(sizeof input);
    if (text == NULL)
        return 1;
    for (unsigned i = 0; i < sizeof input; i++)
        text[i] = input[i];
    int end = sizeof input - 1;
    while (text[end] == ' ') /* the mistake: end may become -1 */
        text[end--] = 0;
    free(text);
    return 0;
}
