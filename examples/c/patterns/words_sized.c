/*
 * Finds the first word and the start of the second word in a text of at most SIZE characters. Blanks separate words.
 * The text is a block of symbolic size; run with --symbolic-sizes.
 *
 * Branches: each character against the blank and the end.
 * VERIFY:   the words are in order, and the second one begins within the text.
 */
#include <klee/klee.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 10
#endif

/* Returns the index after the blanks at `at` (`blanks` is 1), or after the other characters at `at` (`blanks` is 0). */
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
