/*
 * Checks a line of at most SIZE characters, such as "755:644|name": file modes of three octal digits, separated by colons, then a
 * bar and a name without blanks.
 *
 * Branches: each character against the digits, the colon, the bar, blanks and the end.
 * VERIFY:   each mode has three digits, no colon follows the last mode, and the name does not begin with a blank.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

static int is_octal(char c)
{
    return c >= '0' && c <= '7';
}

/* Returns the end of the modes; 0 if a mode is invalid. */
static size_t modes(const char *line)
{
    size_t at = 0;
    for (;;) {
        for (int digit = 0; digit < 3; digit++) {
            if (!is_octal(line[at]))
                return 0;
            at++;
        }
        if (line[at] != ':')
            return at;
        at++;
    }
}

static size_t letters(const char *line, size_t at)
{
    while (line[at] && line[at] != ' ')
        at++;
    return at;
}

int main(void)
{
    char line[SIZE + 1];
    klee_make_symbolic(line, sizeof line, "line");
    line[SIZE] = 0;
    size_t end = modes(line);
    if (end == 0)
        return 1;
    if (line[end] != '|')
        return 2;
    size_t behind = letters(line, end + 1);
#ifdef VERIFY
    klee_assert(end % 4 == 3 && end < behind && behind <= SIZE);
    klee_assert(is_octal(line[0]) && is_octal(line[end - 1]));
    klee_assert(behind == end + 1 || line[end + 1] != ' ');
#endif
    return line[behind] ? 3 : 0;
}
