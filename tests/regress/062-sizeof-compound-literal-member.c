// `sizeof (T){...}.x` was parsed as a cast.
// gcc: same
#include <stdio.h>
struct s { char x; int y; };
int main(void) {
    printf("%zu\n", sizeof (struct s){1, 2}.x);
    return 0;
}
