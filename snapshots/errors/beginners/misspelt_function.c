// run: check
// The name print of another language: the help names printf.
#include <stdio.h>
int main(void) {
    print("x");
    return 0;
}
