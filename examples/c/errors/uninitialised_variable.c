/*
 * A read of a local variable that is not set on every path. The option --check enables this check.
 *
 *   symtool examples/c/errors/uninitialised_variable.c --check uninit
 *   VIOLATION uninit: the letter is neither y nor n
 */
#include <klee/klee.h>

int main(void)
{
    char letter;
    int answer;
    klee_make_symbolic(&letter, sizeof letter, "letter");
    if (letter == 'y')
        answer = 1;
    else if (letter == 'n')
        answer = 0;
    if (answer)
        return 1;
    return 0;
}
