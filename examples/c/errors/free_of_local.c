/*
 * free of a pointer to a local array, which holds short texts.
 *
 *   symtool examples/c/errors/free_of_local.c
 *   VIOLATION invalid-free: the size is at most 8
 */
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
    unsigned char large;
    klee_make_symbolic(&large, sizeof large, "large");
    char local[8];
    char *text = large ? malloc(100) : local;
    if (text == NULL)
        return 1;
    text[0] = 0;
    free(text);
    return 0;
}
