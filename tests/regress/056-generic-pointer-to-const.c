// `_Generic` treated `const int *` as `int *`.
// gcc: same
#include <stdio.h>
int main(void) {
    const int *p = 0;
    puts(_Generic(p, int *: "int", const int *: "const int"));
    return 0;
}
