/*
 * Reads up to three numbers, separated by commas, from a text of at most SIZE characters. The loop calls strspn.
 *
 * Branches: each character against the digits and the comma, for each number.
 * VERIFY:   a number begins with a digit and ends before a character that is no digit; a comma precedes each further number.
 */
#include <klee/klee.h>
#include <string.h>

#ifndef SIZE
#define SIZE 10
#endif
#ifndef FIELDS
#define FIELDS 3
#endif
#define DIGITS "01"

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    size_t at = 0;
    int fields = 0;
    while (fields < FIELDS) {
        size_t len = strspn(text + at, DIGITS);
        if (len == 0)
            break;
#ifdef VERIFY
        klee_assert(at + len <= SIZE);
        klee_assert(text[at] == '0' || text[at] == '1');
        klee_assert(text[at + len] != '0' && text[at + len] != '1');
        klee_assert(at == 0 || text[at - 1] == ',');
#endif
        fields++;
        at += len;
        if (text[at] != ',')
            break;
        at++;
    }
    return fields;
}
