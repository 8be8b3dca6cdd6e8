// `(const void *)0` is no null pointer constant, which changes the type of a conditional expression.
// gcc: same
#include <stdio.h>
int main(void) {
    int x = 1;
    puts(_Generic(1 ? (const void *)0 : &x, const void *: "const void", int *: "int", default: "other"));
    return 0;
}
