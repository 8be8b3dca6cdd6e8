/*
 * Like trim.c, but the loop that removes blanks from the end does not stop at the beginning.
 *
 * Branches: each character against the end and against blanks from the back.
 * Fails:    a text of blanks is read before its beginning.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

static size_t trimmed(const char *text)
{
    size_t end = 0;
    while (text[end])
        end++;
    while (text[end - 1] == ' ')
        end--;
    return end;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    return trimmed(text) == 0;
}
