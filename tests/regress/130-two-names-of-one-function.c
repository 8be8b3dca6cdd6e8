// A function with an asm label and a second declaration under this label, with a pointer to another structure, was an error.
// gcc: same
#include <stdio.h>

struct small { int value; };
struct large { int value; };

int read_small(struct small *) __asm__("read_large");
int read_large(struct large *);
int read_small(struct small *);

int main(void) {
    struct small a = {1};
    struct large b = {2};
    printf("%d %d\n", read_small(&a), read_large(&b));
    return 0;
}

int read_large(struct large *from) {
    return from->value + 10;
}
