/*
 * echo with the options -n (no newline) and -u (upper case), which may be combined as in -nu.
 *
 *   symtool examples/c/env/echo.c --sym-args 0 2 3                    verified for all arguments of up to three bytes
 *   symtool replay symtool-out/tests/000001.ktest examples/c/env/echo.c
 */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Sets the options in an argument such as "-nu"; returns 0 if the argument is not an option. */
static int options(const char *argument, int *without_newline, int *upper)
{
    if (argument[0] != '-' || argument[1] == 0)
        return 0;
    if (strspn(argument + 1, "nu") != strlen(argument + 1))
        return 0;
    *without_newline |= strchr(argument, 'n') != NULL;
    *upper |= strchr(argument, 'u') != NULL;
    return 1;
}

int main(int argc, char **argv)
{
    int first = 1, without_newline = 0, upper = 0;
    while (first < argc && options(argv[first], &without_newline, &upper))
        first++;
    for (int i = first; i < argc; i++) {
        if (i > first)
            putchar(' ');
        for (const char *s = argv[i]; *s != 0; s++)
            putchar(upper ? toupper((unsigned char)*s) : *s);
    }
    if (!without_newline)
        putchar('\n');
    assert(first <= argc && argv[argc] == NULL);
    assert(first == argc || strcmp(argv[first], "-n") != 0);
    return 0;
}
