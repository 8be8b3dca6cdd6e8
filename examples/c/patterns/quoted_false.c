/*
 * Like quoted.c, but a backslash escapes the next character even if that character is the end of the text.
 *
 * Branches: each character against blanks, marks, backslashes and the end.
 * Fails:    the text is read past its end if its last character is a backslash.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

static int find_quoted(const char *text)
{
    size_t at = 0;
    while (text[at] == ' ')
        at++;
    if (text[at] != '"')
        return 1;
    at++;
    while (text[at] && text[at] != '"') {
        if (text[at] == '\\')
            at++;
        at++;
    }
    return text[at] ? 0 : 2;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    return find_quoted(text);
}
