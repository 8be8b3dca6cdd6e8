/*
 * Splits a command of at most SIZE characters into its name and an argument. Both are words that blanks separate or quotation
 * marks enclose. One function reads a word, another one skips blanks.
 *
 * Branches: each character against blanks, the quotation mark and the end.
 * VERIFY:   a word does not begin with a blank unless it is in quotation marks.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif
#ifndef WORDS
#define WORDS 2
#endif

struct word {
    size_t begin, end;
    int is_quoted;
};

static size_t skip(const char *text, size_t at)
{
    while (text[at] == ' ' || text[at] == '\t')
        at++;
    return at;
}

/* Reads the word at `at`; returns the position after the word. */
static size_t read_word(const char *text, size_t at, struct word *word)
{
    word->is_quoted = text[at] == '\'';
    if (word->is_quoted) {
        word->begin = ++at;
        while (text[at] && text[at] != '\'')
            at++;
        word->end = at;
        return text[at] ? at + 1 : at;
    }
    word->begin = at;
    while (text[at] && text[at] != ' ' && text[at] != '\t')
        at++;
    word->end = at;
    return at;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    int words = 0;
    size_t at = skip(text, 0);
    while (text[at] && words < WORDS) {
        struct word word;
        size_t behind = read_word(text, at, &word);
#ifdef VERIFY
        klee_assert(word.begin <= word.end && word.end <= behind && behind <= SIZE);
        klee_assert(word.is_quoted || (text[word.begin] != ' ' && text[word.begin] != '\t'));
        klee_assert(!word.is_quoted || text[word.begin - 1] == '\'');
#endif
        words++;
        at = skip(text, behind);
    }
    return words;
}
