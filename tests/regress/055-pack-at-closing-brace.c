// The value of `#pragma pack` at the closing brace of a record determines the layout of the record.
// gcc: same
#include <stdio.h>
struct s {
    char a;
#pragma pack(1)
    int b;
};
#pragma pack()
int main(void) {
    printf("%zu\n", sizeof(struct s));
    return 0;
}
