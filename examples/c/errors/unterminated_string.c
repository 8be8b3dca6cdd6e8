/*
 * A text without a terminating zero: strncpy writes none if the text fills the buffer.
 *
 *   symtool examples/c/errors/unterminated_string.c
 *   VIOLATION out-of-bounds: the name has four characters; strlen reads past the end of the buffer
 */
#include <klee/klee.h>
#include <string.h>

int main(void)
{
    char name[5], field[4];
    klee_make_symbolic(name, sizeof name, "name");
    name[4] = 0;
    strncpy(field, name, sizeof field);
    return strlen(field) == 2;
}
