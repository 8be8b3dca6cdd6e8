/*
 * Finds the end of a quoted string in a text of at most SIZE characters: blanks, a quotation mark, characters (a backslash
 * escapes the next one), a quotation mark, blanks.
 *
 * Branches: each character against blanks, marks, backslashes and the end.
 * VERIFY:   the string is between two marks within the text, and a mark in the string follows a backslash.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

struct span {
    size_t begin, end;
};

/* Returns 0, or the number of a fault: 1 no mark at the beginning, 2 no mark at the end, 3 text after the closing mark. */
static int find_quoted(const char *text, struct span *found)
{
    size_t at = 0;
    while (text[at] == ' ' || text[at] == '\t')
        at++;
    if (text[at] != '"')
        return 1;
    at++;
    found->begin = at;
    while (text[at] && text[at] != '"') {
        if (text[at] == '\\') {
            at++;
            if (!text[at])
                return 2;
        }
        at++;
    }
    if (!text[at])
        return 2;
    found->end = at;
    at++;
    while (text[at] == ' ' || text[at] == '\t')
        at++;
    return text[at] ? 3 : 0;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    struct span found;
    int fault = find_quoted(text, &found);
#ifdef VERIFY
    if (fault == 0 || fault == 3) {
        klee_assert(1 <= found.begin && found.begin <= found.end && found.end < SIZE);
        klee_assert(text[found.begin - 1] == '"' && text[found.end] == '"');
        klee_assert(found.begin == found.end || text[found.begin] != '"');
    }
#endif
    return fault;
}
