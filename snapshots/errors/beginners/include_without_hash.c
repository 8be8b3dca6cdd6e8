// run: compile-error
// An include directive without its hash sign.
include <stdio.h>
int main(void) {
    return 0;
}
