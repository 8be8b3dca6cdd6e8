/*
 * A variadic function reads more arguments than the call passes.
 *
 *   symtool examples/c/errors/variadic_argument.c
 *   VIOLATION out-of-bounds: the count is 3
 */
#include <klee/klee.h>
#include <stdarg.h>

static int sum(int count, ...)
{
    va_list list;
    int sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

int main(void)
{
    unsigned char count;
    klee_make_symbolic(&count, sizeof count, "count");
    klee_assume(count <= 3);
    return sum(count, 10, 20);
}
