/*
 * A block is freed twice: in the handling of an error and at the end.
 *
 *   symtool examples/c/errors/double_free.c
 *   VIOLATION double-free: the character is no digit
 */
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
    char digit;
    klee_make_symbolic(&digit, sizeof digit, "digit");
    char *buffer = malloc(4);
    if (buffer == NULL)
        return 1;
    buffer[0] = digit;
    int failed = 0;
    if (digit < '0' || digit > '9') {
        free(buffer);
        failed = 1;
    }
    free(buffer);
    return failed;
}
