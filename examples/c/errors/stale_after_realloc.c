/*
 * A use of a pointer into a block that realloc has moved.
 *
 *   symtool examples/c/errors/stale_after_realloc.c
 *   VIOLATION use-after-free: there are more than two numbers, so the block grows
 */
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
    unsigned char count;
    klee_make_symbolic(&count, sizeof count, "count");
    klee_assume(count >= 1 && count <= 3);
    int *data = malloc(2 * sizeof *data);
    if (data == NULL)
        return 1;
    int *first = &data[0];
    for (int i = 0; i < count; i++) {
        if (i == 2) {
            int *larger = realloc(data, 100 * sizeof *data);
            if (larger == NULL)
                break;
            data = larger;
        }
        data[i] = i;
    }
    *first = 7; /* the mistake: the block may have moved */
    free(data);
    return 0;
}
