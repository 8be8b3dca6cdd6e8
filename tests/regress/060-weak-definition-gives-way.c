// A weak function without a definition must have a null address.
// gcc: same
#include <stdio.h>
extern int missing(void) __attribute__((weak));
int main(void) {
    puts(missing ? "there" : "not there");
    return 0;
}
