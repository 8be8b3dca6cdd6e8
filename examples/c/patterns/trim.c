/*
 * Removes the blanks from both ends of a text of at most SIZE characters.
 *
 * Branches: each character against blanks from the front, against the end, against blanks from the back.
 * VERIFY:   the remaining text neither begins nor ends with a blank and lies within the text.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static char *trim(char *text, size_t *len)
{
    char *begin = text;
    while (is_blank(*begin))
        begin++;
    size_t end = 0;
    while (begin[end])
        end++;
    while (end > 0 && is_blank(begin[end - 1]))
        end--;
    begin[end] = 0;
    *len = end;
    return begin;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    size_t len;
    char *left = trim(text, &len);
#ifdef VERIFY
    klee_assert(left + len <= text + SIZE && left[len] == 0);
    klee_assert(len == 0 || (!is_blank(left[0]) && !is_blank(left[len - 1])));
#endif
    return len == 0 ? 1 : left == text ? 2 : 0;
}
