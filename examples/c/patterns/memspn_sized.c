/*
 * Counts the bytes at the start of a text of at most SIZE bytes that equal the byte 'a'.
 * The text is a block of symbolic size; run with --symbolic-sizes.
 *
 * Branches: the size against each index; each byte against 'a'.
 * VERIFY:   all bytes before the result are 'a'.
 */
#include <klee/klee.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 10
#endif

int main(void)
{
    size_t size;
    klee_make_symbolic(&size, sizeof size, "size");
    klee_assume(size <= SIZE);
    char *text = malloc(size);
    klee_make_symbolic(text, size, "text");

    size_t at = 0;
    while (at < size && text[at] == 'a')
        at++;
#ifdef VERIFY
    klee_assert(at <= size);
    size_t before = klee_range(0, SIZE, "before");
    if (before < at)
        klee_assert(text[before] == 'a');
#endif
    return at == size;
}
