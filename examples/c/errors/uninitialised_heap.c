/*
 * Heap memory is read before it is written. The option --check enables this check.
 *
 *   symtool examples/c/errors/uninitialised_heap.c --check uninit
 *   VIOLATION uninit: the first flag is not set
 */
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
    unsigned char mask;
    klee_make_symbolic(&mask, sizeof mask, "mask");
    char *flags = malloc(2); /* the mistake: calloc was meant */
    if (flags == NULL)
        return 1;
    for (int i = 0; i < 2; i++)
        if (mask >> i & 1)
            flags[i] = 1;
    int result = 0;
    if (flags[0])
        result = 1;
    free(flags);
    return result;
}
