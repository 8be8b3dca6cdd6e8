/*
 * Reads a sequence number and a method, "314 INVITE", from a field of at most SIZE characters.
 *
 * Branches: each character against the digits, blanks, capital letters and the end.
 * VERIFY:   the number and the method are separated by a blank, and only blanks follow the method.
 */
#include <klee/klee.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif

struct sequence {
    size_t number_end, method, method_end;
};

/* Returns 0, or the number of a fault: 1 in the number, 2 no blank after it, 3 in the method, 4 text after the method. */
static int parse_sequence(const char *field, struct sequence *sequence)
{
    size_t at = 0;
    while (field[at] >= '0' && field[at] <= '9')
        at++;
    if (at == 0)
        return 1;
    sequence->number_end = at;
    while (field[at] == ' ')
        at++;
    if (at == sequence->number_end)
        return 2;
    sequence->method = at;
    while (field[at] >= 'A' && field[at] <= 'Z')
        at++;
    sequence->method_end = at;
    if (at == sequence->method)
        return 3;
    while (field[at] == ' ')
        at++;
    return field[at] ? 4 : 0;
}

int main(void)
{
    char field[SIZE + 1];
    klee_make_symbolic(field, sizeof field, "field");
    field[SIZE] = 0;
    struct sequence sequence;
    int fault = parse_sequence(field, &sequence);
#ifdef VERIFY
    if (fault == 0) {
        klee_assert(0 < sequence.number_end && sequence.number_end < sequence.method);
        klee_assert(sequence.method < sequence.method_end && sequence.method_end <= SIZE);
        klee_assert(field[sequence.method - 1] == ' ' && field[0] >= '0');
    }
#endif
    return fault;
}
