// In the header of a `for` loop, `T *p;` with a typedef name `T` was taken for a product.
// gcc: same
#include <stdio.h>

typedef struct item { struct item *next; int value; } item;

int main(void) {
    item last = {NULL, 2}, first = {&last, 1}, *list = &first;
    for (item *at; (at = list); list = at->next)
        printf("%d\n", at->value);
    for (item (copy); list != &last; list = &last) {
        copy = last;
        printf("%d\n", copy.value);
    }
    int item = 3, n = 4;
    for (item * n; n > 3; n--)
        printf("%d\n", item * n);
    return 0;
}
