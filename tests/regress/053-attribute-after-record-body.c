// An attribute after the body of a record was applied to the member declared with it.
// gcc: same
#include <stddef.h>
#include <stdio.h>
struct s {
    char c;
    struct { short x; } __attribute__((aligned(8))) in;
    char d;
};
int main(void) {
    printf("%zu %zu %zu\n", sizeof(struct s), offsetof(struct s, in), offsetof(struct s, d));
    return 0;
}
