// `%n` after a number that depends on the input stored 1, the length of the text `?`, and the assertion was verified.
// run:
// exit: 20
// has: `%n` after text whose length depends on the input
#include <klee/klee.h>

#include <stdio.h>

int main(void)
{
    int x, n = 0;
    klee_make_symbolic(&x, sizeof x, "x");
    printf("%d%n\n", x, &n);
    klee_assert(n == 1);
    return 0;
}
