/*
 * Splits a text of at most SIZE characters at its first two runs of blanks.
 * The text is a block of symbolic size; run with --symbolic-sizes.
 *
 * Branches: each character against the blank and the end.
 * VERIFY:   each word ends before the end of the text.
 */
#include <klee/klee.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 10
#endif

/* Returns the index after the run of blanks, or of other characters, at an index. */
static size_t skip(const char *text, size_t at, int blanks)
{
    while (text[at] && (text[at] == ' ') == blanks)
        at++;
    return at;
}

int main(void)
{
    size_t size;
    klee_make_symbolic(&size, sizeof size, "size");
    klee_assume((size >= 1) & (size <= SIZE + 1));
    char *text = malloc(size);
    klee_make_symbolic(text, size, "text");
    klee_assume(text[size - 1] == 0);

    size_t first = skip(text, 0, 1);
    size_t end = skip(text, first, 0);
    size_t second = skip(text, end, 1);
#ifdef VERIFY
    klee_assert(first <= end && end <= second && second < size);
#endif
    return text[second] != 0;
}
