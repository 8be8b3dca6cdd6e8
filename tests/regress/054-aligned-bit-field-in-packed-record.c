// A bit-field with `aligned` ignored `#pragma pack`, and the next bit-field crossed its storage unit.
// gcc: same
#include <stdio.h>
#pragma pack(1)
struct s {
    char a;
    int b : 7 __attribute__((aligned(4)));
    int c : 30;
    char d;
};
int main(void) {
    struct s s = {1, 2, 3, 4};
    printf("%zu %d %d %d\n", sizeof s, s.b, s.c, s.d);
    return 0;
}
