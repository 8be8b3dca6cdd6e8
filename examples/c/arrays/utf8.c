/*
 * Reads SIZE bytes as UTF-8 by an automaton: a class for each byte, and a two-dimensional table of states.
 *
 * Branches: for each byte, whether the automaton has reached the end of a character, or an invalid byte.
 * VERIFY:   every decoded character is legal in UTF-8: at most U+10FFFF, no surrogate, encoded in the shortest form.
 */
#include <klee/klee.h>

#ifndef SIZE
#define SIZE 4
#endif

enum { START, BAD, STATES = 9, CLASSES = 12 };

/* The class of each byte: ASCII (0), three classes of continuation bytes (1 to 3), invalid (4), classes of first bytes. */
static const unsigned char class_of[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5,
    6, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 7, 8, 8, 9, 10, 10, 10, 11, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
};

static const unsigned char next[STATES][CLASSES] = {
    {0, 1, 1, 1, 1, 2, 4, 5, 3, 6, 7, 8},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1},
    {1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1},
    {1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1},
    {1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {1, 1, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1},
    {1, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1},
    {1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
};

/* For each class of first bytes, a mask of the bits that belong to the character. */
static const unsigned char kept[CLASSES] = {0x7f, 0, 0, 0, 0, 0x1f, 0x0f, 0x0f, 0x0f, 0x07, 0x07, 0x07};

#ifdef VERIFY
static int length_of(unsigned character)
{
    return character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
}
#endif

int main(void)
{
    unsigned char text[SIZE];
    klee_make_symbolic(text, SIZE, "text");

    unsigned state = START, character = 0;
    int characters = 0, first = 0;
    for (int at = 0; at < SIZE; at++) {
        unsigned class = class_of[text[at]];
        character = state == START ? text[at] & kept[class] : character << 6 | (text[at] & 0x3f);
        state = next[state][class];
        if (state == BAD)
            break;
        if (state == START) {
#ifdef VERIFY
            klee_assert(character <= 0x10ffff);
            klee_assert(character < 0xd800 || character > 0xdfff);
            klee_assert(length_of(character) == at + 1 - first);
#endif
            characters++;
            first = at + 1;
        }
    }
#ifdef VERIFY
    klee_assert(characters <= SIZE && first <= SIZE);
#endif
    return 0;
}
