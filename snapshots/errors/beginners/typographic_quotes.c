// run: compile-error
// Typographic quotation marks from a text processor.
#include <stdio.h>
int main(void) {
    printf(“hi”);
    return 0;
}
