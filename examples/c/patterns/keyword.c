/*
 * Looks up the first word of a text of at most SIZE characters in a table of keywords.
 *
 * Branches: each character against blanks and small letters, and against those of each keyword.
 * VERIFY:   a keyword found begins like the word and has its length.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

static const char *const keywords[] = {"do", "if", "int"};
#define KEYWORDS (sizeof keywords / sizeof keywords[0])

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
    while (text[at] >= 'a' && text[at] <= 'z')
        at++;
    return at;
}

/* Returns the number, from 1, of the keyword that equals the first len letters of the word; 0 if there is none. */
static int keyword(const char *word, size_t len)
{
    for (size_t k = 0; k < KEYWORDS; k++) {
        size_t i = 0;
        while (keywords[k][i] && keywords[k][i] == word[i])
            i++;
        if (!keywords[k][i] && i == len)
            return (int)k + 1;
    }
    return 0;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    size_t begin = blanks(text);
    size_t len = letters(text + begin);
    int found = keyword(text + begin, len);
#ifdef VERIFY
    klee_assert(begin + len <= SIZE && text[begin] != ' ');
    if (found)
        klee_assert(len == (found == 3 ? 3 : 2) && text[begin] == keywords[found - 1][0]);
    if (len == 2 && text[begin] == 'd' && text[begin + 1] == 'o')
        klee_assert(found == 1);
#endif
    return len ? found : 4;
}
