/*
 * Splits a header field of at most SIZE characters, "name: value", into name and value.
 *
 * Branches: each character against the colon and the end, then against blanks, then against the end of the line.
 * VERIFY:   the name contains no colon, the value does not begin with a blank.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

int main(void)
{
    char field[SIZE + 1];
    klee_make_symbolic(field, sizeof field, "field");
    field[SIZE] = 0;

    size_t colon = 0;
    while (field[colon] && field[colon] != ':')
        colon++;
    if (!field[colon])
        return 1;
    if (colon == 0)
        return 2;
    size_t value = colon + 1;
    while (field[value] == ' ' || field[value] == '\t')
        value++;
    size_t end = value;
    while (field[end] && field[end] != '\r' && field[end] != '\n')
        end++;
#ifdef VERIFY
    klee_assert(field[colon] == ':' && end <= SIZE);
    klee_assert(field[value] != ' ' && field[value] != '\t');
    klee_assert(field[0] != ':');
#endif
    return end == value ? 3 : field[end] ? 4 : 0;
}
