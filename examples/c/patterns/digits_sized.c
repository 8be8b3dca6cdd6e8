/*
 * Reads a decimal number of at most SIZE digits, with leading zeros.
 * The text is a block of symbolic size; run with --symbolic-sizes.
 *
 * Branches: each character against '0' and '9'.
 * VERIFY:   the character after the number is not a digit.
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
    klee_assume((size >= 1) & (size <= SIZE + 1));
    char *text = malloc(size);
    klee_make_symbolic(text, size, "text");
    klee_assume(text[size - 1] == 0);

    size_t at = 0;
    while (text[at] == '0')
        at++;
    size_t zeros = at;
    unsigned value = 0;
    while (text[at] >= '0' && text[at] <= '9') {
        value = value * 10 + (unsigned)(text[at] - '0');
        at++;
    }
#ifdef VERIFY
    klee_assert(!(text[at] >= '0' && text[at] <= '9'));
    klee_assert(at < size);
#endif
    return at > zeros + 3;
}
