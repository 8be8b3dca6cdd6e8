/*
 * Counts up to WORDS words, separated by blanks, of a text of at most SIZE characters, as with strtok.
 *
 * Branches: each character against the end of the text and the separator, for each word.
 * VERIFY:   no word is empty or begins with a blank, and each word ends at a blank or at the end of the text.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif
#ifndef WORDS
#define WORDS 2
#endif

static size_t blanks(const char *text)
{
    size_t at = 0;
    while (text[at] == ' ')
        at++;
    return at;
}

static size_t letters(const char *text)
{
    size_t at = 0;
    while (text[at] && text[at] != ' ')
        at++;
    return at;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    const char *rest = text;
    int words = 0;
    for (int word = 0; word < WORDS; word++) {
        const char *begin = rest + blanks(rest);
        if (!*begin)
            break;
        size_t len = letters(begin);
#ifdef VERIFY
        klee_assert(len > 0 && *begin != ' ');
        klee_assert(begin[len] == 0 || begin[len] == ' ');
#endif
        words++;
        rest = begin + len;
    }
    return words;
}
