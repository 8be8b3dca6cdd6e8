/*
 * A negative number of elements is a huge one: malloc gives a null pointer, and nobody looks.
 *
 *   symtool examples/c/errors/huge_allocation.c
 *   VIOLATION null: the file says that it has -1 elements
 */
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
    unsigned char code;
    klee_make_symbolic(&code, sizeof code, "code");
    long elements = code == 0 ? 4 : code == 1 ? 8 : -1;
    int *data = malloc(elements * sizeof *data);
    data[0] = 1;
    free(data);
    return 0;
}
