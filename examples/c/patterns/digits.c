/*
 * Reads a decimal number of at most SIZE digits and the text after it. As a function of the number of iterations, the count of
 * digits is linear, but the value of the number is not.
 *
 * Branches: each character against '0' and '9'.
 * VERIFY:   the text after the number does not begin with a digit.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;

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
    klee_assert(at <= SIZE);
#endif
    if (at == 0)
        return 1;
    if (at == zeros)
        return 2;
    return text[at] ? 3 : 0;
}
