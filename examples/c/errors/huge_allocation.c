/*
 * A negative number of elements becomes a huge size: malloc returns a null pointer, which the program does not check.
 *
 *   symtool examples/c/errors/huge_allocation.c
 *   VIOLATION null: the file states -1 elements
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
