// `#pragma pack` counts as it is in force at the closing brace of a record.
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
