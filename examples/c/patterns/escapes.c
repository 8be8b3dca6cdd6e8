/*
 * Checks the escapes in a text of at most SIZE characters and counts characters; an escape such as "%41" is one character.
 *
 * Branches: each character against the percent sign and the end; the characters after a percent sign against hexadecimal digits.
 * VERIFY:   the count is the length of the text minus two for each escape.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

static int is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

/* Returns the length if each escape counts as one character, or -1 for an invalid escape. */
static int unescaped(const char *text, size_t *read, size_t *escapes)
{
    size_t at = 0;
    int len = 0;
    *escapes = 0;
    while (text[at]) {
        if (text[at] == '%') {
            if (!is_hex(text[at + 1]) || !is_hex(text[at + 2]))
                return -1;
            at += 2;
            ++*escapes;
        }
        at++;
        len++;
    }
    *read = at;
    return len;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    size_t read, escapes;
    int len = unescaped(text, &read, &escapes);
#ifdef VERIFY
    if (len >= 0)
        klee_assert(read <= SIZE && read == len + 2 * escapes);
#endif
    return len < 0 ? 1 : escapes ? 2 : 0;
}
