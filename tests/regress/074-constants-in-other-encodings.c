// Source bytes that are not UTF-8 reach the program unchanged.
// gcc: same
#include <stdio.h>
int main(void) {
    printf("%u\n", (unsigned char)"\xe9"[0]);
    return 0;
}
