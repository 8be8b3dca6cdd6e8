// run: compile-error
// The name print of another language is an undefined function; the warning names printf.
#include <stdio.h>
int main(void) {
    print("x");
    return 0;
}
