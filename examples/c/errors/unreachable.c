/*
 * Code that the program declares unreachable is reached.
 *
 *   symtool examples/c/errors/unreachable.c
 *   VIOLATION unreachable: the remainder of a negative number is negative, and no case handles -1 and -2
 */
#include <klee/klee.h>

static char letter(int number)
{
    switch (number % 3) {
    case 0:
        return 'a';
    case 1:
        return 'b';
    case 2:
        return 'c';
    }
    __builtin_unreachable();
}

int main(void)
{
    int number;
    klee_make_symbolic(&number, sizeof number, "number");
    return letter(number) == 'a';
}
