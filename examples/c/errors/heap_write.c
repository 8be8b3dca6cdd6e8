/*
 * A write past the end of a heap block: the block has no room for the terminating zero of a text.
 *
 *   symtool examples/c/errors/heap_write.c
 *   VIOLATION out-of-bounds: all four characters are letters
 */
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    char *word = malloc(sizeof text);
    if (word == NULL)
        return 1;
    unsigned length = 0;
    while (length < sizeof text && text[length] >= 'a' && text[length] <= 'z') {
        word[length] = text[length];
        length++;
    }
    word[length] = 0; /* the mistake: length may be the size of the block */
    free(word);
    return 0;
}
