// `__alignof__` of a member must return the alignment of the member, not the alignment of its type.
// gcc: same
#include <stdio.h>
struct s { char c __attribute__((aligned(16))); };
int main(void) {
    struct s s;
    printf("%zu\n", __alignof__(s.c));
    return 0;
}
