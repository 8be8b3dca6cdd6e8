/*
 * A read past the end of a heap block: a search compares the element before it checks the index.
 *
 *   symtool examples/c/errors/heap_read.c
 *   VIOLATION out-of-bounds: the array does not contain the wanted number
 */
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
    int wanted;
    klee_make_symbolic(&wanted, sizeof wanted, "wanted");
    int *data = malloc(3 * sizeof *data);
    if (data == NULL)
        return 1;
    for (int i = 0; i < 3; i++)
        data[i] = 10 * i;
    int at = 0;
    while (data[at] != wanted && at < 3) /* the mistake: the wrong order */
        at++;
    free(data);
    return at;
}
