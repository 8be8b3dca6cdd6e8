/*
 * Skips the blanks of a text of at most SIZE characters as strspn does, then takes the letters up to the next blank.
 *
 * Branches: each character against the end of the text and against each character of the set.
 * VERIFY:   all skipped characters are blanks, and the next character is not.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

static size_t my_strspn(const char *text, const char *set)
{
    size_t at = 0;
    const char *p = set;
    while (*p) {
        if (*p++ == text[at]) {
            at++;
            p = set;
        }
    }
    return at;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    size_t skipped = my_strspn(text, " \t");
    const char *word = text + skipped;
    size_t letters = my_strspn(word, "x");
#ifdef VERIFY
    klee_assert(skipped + letters <= SIZE);
    klee_assert(*word != ' ' && *word != '\t');
    klee_assert(word[letters] != 'x');
#endif
    return letters > 0 ? 1 : *word == 0 ? 2 : 3;
}
