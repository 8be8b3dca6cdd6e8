/*
 * A local variable is used after its block has ended, while its function still runs.
 *
 *   symtool examples/c/errors/use_after_scope.c
 *   VIOLATION use-after-scope: the number is negative, so the text points to a variable of the block that wrote the sign
 */
#include <klee/klee.h>

static const char *join(const char *a, const char *b, char *out)
{
    out[0] = *a;
    out[1] = *b;
    return out;
}

int main(void)
{
    signed char number;
    klee_make_symbolic(&number, sizeof number, "number");
    const char *text = "+0";
    if (number < 0) {
        char buffer[2];
        text = join("-", "0", buffer);
    }
    return text[0] == '-';
}
