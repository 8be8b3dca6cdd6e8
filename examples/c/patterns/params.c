/*
 * Reads the first two of the parameters ";name=value;name=value" in a text of at most SIZE characters; a value may be missing.
 *
 * Branches: each character against the equals sign, semicolons, blanks and the end.
 * VERIFY:   a name contains none of these characters, and the second parameter follows the first.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

struct param {
    size_t name, name_end, value, value_end;
};

/* Reads the parameter at `at`; returns the position after it, or 0 if no parameter begins at `at`. */
static size_t next_param(const char *text, size_t at, struct param *param)
{
    while (text[at] == ' ')
        at++;
    if (text[at] != ';')
        return 0;
    at++;
    while (text[at] == ' ')
        at++;
    param->name = at;
    while (text[at] && text[at] != '=' && text[at] != ';' && text[at] != ' ')
        at++;
    param->name_end = at;
    if (param->name == param->name_end)
        return 0;
    param->value = param->value_end = at;
    if (text[at] == '=') {
        at++;
        param->value = at;
        while (text[at] && text[at] != ';')
            at++;
        param->value_end = at;
    }
    return at;
}

int main(void)
{
    char text[SIZE + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[SIZE] = 0;
    struct param one, two;
    size_t at = next_param(text, 0, &one);
    if (!at)
        return 1;
    size_t end = next_param(text, at, &two);
#ifdef VERIFY
    klee_assert(one.name < one.name_end && one.name_end <= one.value && one.value <= one.value_end);
    klee_assert(one.value_end <= SIZE && text[one.name] != '=' && text[one.name] != ';');
    if (end)
        klee_assert(one.value_end < two.name && two.value_end <= SIZE);
#endif
    return end ? 0 : 2;
}
