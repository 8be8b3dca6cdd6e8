/*
 * Finds the first occurrence of a pattern in a text of SIZE characters, and the next one after it. A question mark in the pattern
 * matches any character except a blank.
 *
 * Branches: each character of the text against those of the pattern.
 * VERIFY:   the pattern matches at both found positions, and at no position before the first one.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif
#define PATTERN "x?z"
#define LEN (sizeof PATTERN - 1)

static size_t matching(const char *text, const char *pattern)
{
    size_t i = 0;
    while (pattern[i] && (pattern[i] == '?' ? text[i] != ' ' : text[i] == pattern[i]))
        i++;
    return i;
}

/* Returns the first position at or after `at` at which the pattern matches; -1 if there is none. */
static int search(const char *text, size_t at)
{
    for (; at + LEN <= SIZE; at++)
        if (matching(text + at, PATTERN) == LEN)
            return (int)at;
    return -1;
}

int main(void)
{
    char text[SIZE];
    klee_make_symbolic(text, sizeof text, "text");
    int first = search(text, 0);
    int second = first < 0 ? -1 : search(text, first + LEN);
#ifdef VERIFY
    if (second >= 0) {
        klee_assert(first + LEN <= second && second + LEN <= SIZE);
        klee_assert(text[first] == 'x' && text[first + 1] != ' ' && text[first + 2] == 'z');
        klee_assert(text[second] == 'x' && text[second + 1] != ' ' && text[second + 2] == 'z');
    }
    int at = klee_range(0, SIZE - LEN + 1, "at");
    if (first < 0 || at < first)
        klee_assert(text[at] != 'x' || text[at + 1] == ' ' || text[at + 2] != 'z');
#endif
    return second >= 0 ? 2 : first >= 0 ? 1 : 0;
}
