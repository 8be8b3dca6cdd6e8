/*
 * Splits a text of at most SIZE characters at the first of two separators, as strcspn finds it.
 *
 * Branches: each character against the end of the text and against the separators.
 * VERIFY:   the first part contains no separator; it ends at a separator or at the end of the text.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

static size_t my_strcspn(const char *text, char one, char two)
{
    size_t at = 0;
    while (text[at] && text[at] != one && text[at] != two)
        at++;
    return at;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    size_t first = my_strcspn(text, ';', ',');
    size_t second = 0;
    if (text[first])
        second = my_strcspn(text + first + 1, ';', ',');
#ifdef VERIFY
    klee_assert(first + second <= SIZE);
    klee_assert(text[first] == 0 || text[first] == ';' || text[first] == ',');
    size_t at = klee_range(0, SIZE + 1, "at");
    if (at < first)
        klee_assert(text[at] != ';' && text[at] != ',' && text[at]);
#endif
    if (!text[first])
        return 0;
    return second == 0 ? 1 : 2;
}
