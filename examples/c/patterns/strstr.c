/*
 * Finds a word in a text of at most SIZE characters with strstr, and a second word after the first. strstr has a loop over the
 * positions of the text, and in it a loop over the characters of the word.
 *
 * Branches: each character of the text against those of the words and the end.
 * VERIFY:   each word is at its found position, and the first word is at no earlier position.
 */
#include <klee/klee.h>
#include <string.h>

#ifndef SIZE
#define SIZE 10
#endif
#define FIRST "ab"
#define SECOND "cd"

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    const char *first = strstr(text, FIRST);
    const char *second = first ? strstr(first + strlen(FIRST), SECOND) : 0;
#ifdef VERIFY
    if (second) {
        klee_assert(text <= first && first + 2 <= second && second + 2 <= text + SIZE);
        klee_assert(first[0] == 'a' && first[1] == 'b' && second[0] == 'c' && second[1] == 'd');
    }
    int at = klee_range(0, SIZE, "at");
    if (first && text + at < first)
        klee_assert(text[at] != 'a' || text[at + 1] != 'b');
#endif
    return second ? 2 : first ? 1 : 0;
}
